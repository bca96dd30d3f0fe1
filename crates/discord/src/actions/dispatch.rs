//! Controls and forms become actions: which function of which file each of them is.

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, Http, ModalInteraction};

use super::prepare::Preparation;
use super::session::{Acted, Answer, Audience, Session, Source, unknown_control};
use super::{
    analyze, answer, away, block, board, data, help, hint, legal, moves, offers, parlor, play, prepare, rematch,
    resign, rules, settings, watch,
};
use crate::bot::Bot;
use crate::controls::{
    AnyonesAction, BoardAction, ChallengeAction, Control, MatchAction, MatchRequest, PersonalAction,
};
use crate::errors::without_address;
use crate::request::Switches;
use crate::views::{View, say_of};
use ::games::Refusal;
use ::games::board::Move;
use ::play::{Answer as Given, MatchChoice, MatchId};

/// Does what a control says.
pub(crate) async fn pressed(http: &Http, bot: &Bot, interaction: &ComponentInteraction) {
    let control = Control::read(&interaction.data.custom_id, bot.database);
    let session = Session::new(bot, http, Source::Control(interaction));
    if let Ok(Control::Board { id, version, action: BoardAction::TypeMove(example) }) = &control {
        match moves::open_form(&session, interaction, MatchChoice::Control(*id, *version), *example).await {
            Ok(false) => {}
            Ok(true) => return,
            Err(error) => return tracing::error!(error = without_address(&error), "a form could not be opened"),
        }
    }
    let audience = match &control {
        Ok(control) if control.is_answered_privately() => Audience::Asker,
        _ => Audience::Everybody,
    };
    let subject = control.as_ref().ok().and_then(Control::subject);
    let name = Control::name_in(&interaction.data.custom_id);
    let action = session.about(subject).carry_out(&name, audience, move |session| {
        Box::pin(async move {
            let control = control?;
            if let Some((owner, refusal)) = control.owner().filter(|it| it.0 != session.asker.user) {
                return Err(Refusal::new(refusal).with("player", owner.mention()).into());
            }
            act(session, control).await
        })
    });
    action.await;
}

async fn act(session: &Session<'_>, control: Control) -> Acted {
    match control {
        Control::Board { id, version, action } => act_on_board(session, id, version, action).await,
        Control::Match { id, action } => match action {
            MatchAction::ConfirmAbandon(_) => resign::abandon(session, id).await,
            MatchAction::Rematch(again) => rematch::rematch(session, Some(id), again).await,
            MatchAction::Review => analyze::show(session, MatchChoice::Number(id)).await,
            MatchAction::Rules => rules::of_match(session, id).await,
            MatchAction::Block => block::ask(session, id).await,
            MatchAction::ConfirmBlock => block::block_opponent(session, id).await,
            MatchAction::Watch(true) => watch::watch(session, MatchChoice::Number(id), true).await,
            MatchAction::Watch(false) => watch::unwatch(session, MatchChoice::Number(id)).await,
            MatchAction::ConfirmEnd => parlor::end(session, id).await,
        },
        Control::Challenge { id, action } => match action {
            ChallengeAction::Accept => answer::answer_card(session, id, Given::Accept).await,
            ChallengeAction::Decline => answer::answer_card(session, id, Given::Decline).await,
            ChallengeAction::Withdraw => answer::answer_card(session, id, Given::Withdraw).await,
            ChallengeAction::Rules => rules::of_challenge(session, id).await,
        },
        Control::Person { user, action } => match action {
            PersonalAction::Pick(ask) => in_chosen_match(session, ask).await,
            PersonalAction::Reply(given) => answer::answer_chosen(session, given).await,
            PersonalAction::Set(choice) => settings::set(session, choice).await,
            PersonalAction::HushOneOf => watch::hush_chosen(session).await,
            PersonalAction::Away => Ok(away::ask(user)),
            PersonalAction::AwayFor => away::go_as_chosen(session).await,
            PersonalAction::ConfirmDelete => data::delete(session).await,
        },
        Control::Anyone(action) => match action {
            AnyonesAction::Games => rules::all(session).await,
            AnyonesAction::RulesOfGame => rules::of_chosen_game(session).await,
            AnyonesAction::Variants(game) => Ok(rules::variants(&game)?),
            AnyonesAction::Play => play::play(session, String::new(), Switches::default()).await,
            AnyonesAction::Help(_) => help::explain_chosen(session).await,
            AnyonesAction::Settings => settings::show(session).await,
            AnyonesAction::NextBoard(after) => board::show_next(session, after).await,
        },
    }
}

async fn act_on_board(session: &Session<'_>, id: MatchId, version: u32, action: BoardAction) -> Acted {
    let which = MatchChoice::Control(id, version);
    match action {
        BoardAction::Choose(menu) => moves::choose(session, which, menu).await,
        BoardAction::Pass => moves::play_move(session, which, Move::PASS).await,
        BoardAction::Legal => legal::list(session, which, None).await,
        BoardAction::Hint => hint::show(session, which).await,
        BoardAction::MyView => board::show_own_view(session, which).await,
        BoardAction::Resign => resign::ask(session, which, MatchRequest::Resign).await,
        BoardAction::ConfirmResign(_) => resign::resign(session, which).await,
        BoardAction::More => board::show_more(session, which).await,
        BoardAction::Offer(kind) => offers::offer(session, which, kind).await,
        BoardAction::AnswerOffer(kind, accepts) => offers::answer(session, which, kind, accepts).await,
        BoardAction::Resume => offers::resume(session, which).await,
        BoardAction::Claim => offers::claim(session, which).await,
        BoardAction::Plans => prepare::show(session, which).await,
        BoardAction::Plan(line, menu) => prepare::plan(session, which, line, menu).await,
        BoardAction::SavePlan(line) => prepare::change_above(session, which, Preparation::Add(line.to_string())).await,
        BoardAction::DropPlan => {
            prepare::change_above(session, which, Preparation::Drop(session.value()?.to_owned())).await
        }
        BoardAction::DropPlans => prepare::change_above(session, which, Preparation::Clear).await,
        BoardAction::TypeMove(_) => moves::refuse_form(session, which).await,
        BoardAction::Hush => watch::hush(session, which).await,
    }
}

/// Does what is asked in a match.
async fn perform(session: &Session<'_>, which: MatchChoice, ask: MatchRequest) -> Acted {
    match ask {
        MatchRequest::Move(typed) => moves::play_chosen(session, which, typed).await,
        MatchRequest::Board(theme, flip) => board::show(session, which, theme, flip).await,
        MatchRequest::Legal(from) => legal::list(session, which, from).await,
        MatchRequest::Hint => hint::show(session, which).await,
        MatchRequest::Resign | MatchRequest::Abort => resign::ask(session, which, ask).await,
        MatchRequest::Analyze => analyze::show(session, which).await,
        MatchRequest::Offer(kind) => offers::offer(session, which, kind).await,
        MatchRequest::Resume => offers::resume(session, which).await,
        MatchRequest::Claim => offers::claim(session, which).await,
        MatchRequest::Prepared => prepare::show(session, which).await,
    }
}

/// Does what was asked in the match that was chosen from a menu, which it then replaces.
async fn in_chosen_match(session: &Session<'_>, ask: MatchRequest) -> Acted {
    let chosen = session.value()?.parse().map(MatchId).map_err(|_| unknown_control())?;
    let told = View::text(say_of("match-chosen", chosen));
    Ok(Answer::Replace(match perform(session, MatchChoice::Number(chosen), ask).await? {
        Answer::Question(view) | Answer::Done(view) | Answer::Replace(view) => view,
        Answer::Show(view) | Answer::Page(view) => {
            session.tell(view).await?;
            told
        }
        Answer::Board | Answer::Nothing => told,
    }))
}

/// Plays the move that somebody has typed into a form. In the metrics it has the name of the control that opened it.
pub(crate) async fn submitted(http: &Http, bot: &Bot, form: &ModalInteraction) {
    let control = Control::read(&form.data.custom_id, bot.database);
    let subject = control.as_ref().ok().and_then(Control::subject);
    let session = Session::new(bot, http, Source::Form(form)).about(subject);
    let name = Control::name_in(&form.data.custom_id);
    let action = session.carry_out(&name, Audience::Asker, move |session| {
        Box::pin(async move {
            match control? {
                Control::Board { id, version, action: BoardAction::TypeMove(_) } => {
                    moves::play_typed(session, MatchChoice::Control(id, version), session.typed()).await
                }
                _ => Err(unknown_control().into()),
            }
        })
    });
    action.await;
}
