//! What people can do: an *action* is one file, with its names as a slash command and as a typed one, what it takes, which
//! match it is about, who may do it, what that leads to, and what is answered.
//!
//! However somebody asks for it (command, button, menu, form, reply), it becomes the same function with typed arguments,
//! around which [`Session::carry_out`] is the one pipeline.

mod analyze;
mod answer;
mod away;
mod block;
mod board;
mod challenge;
mod complete;
mod data;
mod declare;
mod explore;
mod export;
mod games;
mod help;
mod hint;
mod import;
mod leaderboard;
mod learn;
mod legal;
pub(super) mod messages;
mod moves;
mod offers;
mod open_board;
mod parlor;
mod play;
mod prepare;
mod profile;
mod puzzle;
mod rematch;
mod replay;
mod replied_to;
mod resign;
mod rules;
mod session;
mod settings;
mod share;
mod stats;
mod try_position;
mod vote;
mod watch;
mod where_to_play;
mod which_match;

use std::time::Instant;

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, Http, ModalInteraction};

use self::declare::describe;
use self::prepare::Preparation;
pub(super) use self::session::refuse_arguments;
use self::session::{Acted, Answer, Audience, Session, Source, unknown_control};
use super::bot::{Bot, Command};
use super::controls::{
    AnyonesAction, BoardAction, ChallengeAction, Control, LessonAction, MatchAction, MatchRequest, PersonalAction,
    PuzzleAction,
};
use super::errors::without_address;
use super::request::MatchOptions;
use super::views::{self, View, say_of};
use ::games::Refusal;
use ::games::board::Move;
use ::metrics::CommandOutcome;
use ::play::{Answer as Given, ChallengeId, MatchChoice, MatchId, UserId};
use texts::{Locale, Text};

/// All commands in the order of the help, with their texts.
pub(super) fn all() -> Vec<Command> {
    let mut commands = vec![play::command(), challenge::command()];
    commands.extend(answer::commands());
    commands.extend([
        moves::command(),
        board::command(),
        open_board::command(),
        legal::command(),
        hint::command(),
        vote::command(),
        prepare::command(),
        explore::command(),
    ]);
    commands.extend(resign::commands());
    commands.extend([
        rematch::command(),
        away::command(),
        settings::command(),
        data::command(),
        replay::command(),
        try_position::command(),
        export::command(),
        import::command(),
        analyze::command(),
        share::command(),
        games::command(),
        leaderboard::command(),
        stats::command(),
        rules::command(),
        learn::command(),
        puzzle::command(),
    ]);
    commands.extend(profile::commands());
    commands.extend(help::commands());
    commands.extend(offers::commands());
    commands.extend(watch::commands());
    commands.extend(block::commands());
    commands.push(parlor::command());
    commands.iter_mut().for_each(describe);
    commands
}

/// Name, description and help of every command, for the generated pages in `docs/`.
pub fn texts() -> Vec<(String, String, String)> {
    let english = |it: Text| it.in_locale(Locale::English);
    let of = |it: Command| {
        let (description, help) = (views::help::description(&it.name), views::help::usage(&it.name, Some("!")));
        (it.name.to_string(), english(description), english(help))
    };
    all().into_iter().map(of).collect()
}

/// Does what a control says.
pub(super) async fn pressed(http: &Http, bot: &Bot, interaction: &ComponentInteraction) {
    let control = Control::read(&interaction.data.custom_id, bot.database);
    let subject = control.as_ref().ok().and_then(Control::subject);
    let session = Session::new(bot, http, Source::Control(interaction)).about(subject);
    let form = match &control {
        Ok(Control::Board { id, version, action: BoardAction::TypeMove(example) }) => {
            moves::open_form(&session, interaction, MatchChoice::Control(*id, *version), *example).await
        }
        Ok(Control::Person {
            user,
            action: PersonalAction::Learn(_, LessonAction::Type) | PersonalAction::Puzzle(_, PuzzleAction::Type),
        }) => session.open_own_form(&interaction.data.custom_id, *user).await,
        _ => Ok(false),
    };
    match form {
        Ok(false) => {}
        Ok(true) => return,
        Err(error) => return tracing::error!(error = without_address(&error), "a form could not be opened"),
    }
    let name = Control::name_in(&interaction.data.custom_id);
    if let Ok(Control::Match { id, action: MatchAction::OpenBoard }) = &control {
        let since = Instant::now();
        if open_board::launch(&session, *id).await {
            return metrics::command(&name, CommandOutcome::Done, since.elapsed());
        }
    }
    let audience = match &control {
        Ok(control) if control.is_answered_privately() => Audience::Asker,
        _ => Audience::Everybody,
    };
    let action = session.carry_out(&name, audience, move |session| {
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

/// Each kind has a future of its own on the heap: all of them in one would be too large for the stack.
async fn act(session: &Session<'_>, control: Control) -> Acted {
    match control {
        Control::Board { id, version, action } => Box::pin(act_on_board(session, id, version, action)).await,
        Control::Match { id, action } => Box::pin(act_on_match(session, id, action)).await,
        Control::Challenge { id, action } => Box::pin(act_on_challenge(session, id, action)).await,
        Control::Person { user, action } => Box::pin(act_for_person(session, user, action)).await,
        Control::Anyone(action) => Box::pin(act_for_anyone(session, action)).await,
    }
}

async fn act_on_match(session: &Session<'_>, id: MatchId, action: MatchAction) -> Acted {
    match action {
        MatchAction::ConfirmAbandon(_) => resign::abandon(session, id).await,
        MatchAction::Rematch(again) => rematch::rematch(session, Some(id), again).await,
        MatchAction::Review => analyze::show(session, MatchChoice::Shown(id)).await,
        MatchAction::Rules => rules::of_match(session, id).await,
        MatchAction::Block => block::ask(session, id).await,
        MatchAction::ConfirmBlock => block::block_opponent(session, id).await,
        MatchAction::Watch(true) => watch::watch(session, MatchChoice::Number(id), true).await,
        MatchAction::Watch(false) => watch::unwatch(session, MatchChoice::Number(id)).await,
        MatchAction::ConfirmEnd => parlor::end(session, id).await,
        MatchAction::Explore(None) => explore::open(session, MatchChoice::Number(id)).await,
        MatchAction::Explore(Some((mark, action))) => explore::act(session, id, mark, action).await,
        MatchAction::Replay(None) => replay::open(session, MatchChoice::Shown(id)).await,
        MatchAction::Replay(Some((place, action))) => replay::act(session, id, place, action).await,
        MatchAction::Share => share::share(session, MatchChoice::Shown(id)).await,
        MatchAction::Turning(place) => analyze::step(session, id, place).await,
        MatchAction::Try(ply) => try_position::begin(session, MatchChoice::Shown(id), Some(ply)).await,
        MatchAction::Export => export::export_chosen(session, id).await,
        MatchAction::OwnVotes => vote::show(session, MatchChoice::Shown(id)).await,
        MatchAction::Remove => import::ask_to_remove(session, id).await,
        MatchAction::ConfirmRemove => import::remove(session, id).await,
        MatchAction::OpenBoard => open_board::show(session, MatchChoice::Number(id)).await,
    }
}

async fn act_on_challenge(session: &Session<'_>, id: ChallengeId, action: ChallengeAction) -> Acted {
    match action {
        ChallengeAction::Accept => answer::answer_card(session, id, Given::Accept).await,
        ChallengeAction::Decline => answer::answer_card(session, id, Given::Decline).await,
        ChallengeAction::Withdraw => answer::answer_card(session, id, Given::Withdraw).await,
        ChallengeAction::Rules => rules::of_challenge(session, id).await,
    }
}

async fn act_for_person(session: &Session<'_>, user: UserId, action: PersonalAction) -> Acted {
    match action {
        PersonalAction::Pick(ask) => in_chosen_match(session, ask).await,
        PersonalAction::Reply(given) => answer::answer_chosen(session, given).await,
        PersonalAction::Set(choice) => settings::set(session, choice).await,
        PersonalAction::HushOneOf => watch::hush_chosen(session).await,
        PersonalAction::Away => Ok(away::ask(user)),
        PersonalAction::AwayFor => away::go_as_chosen(session).await,
        PersonalAction::ConfirmDelete => data::delete(session).await,
        PersonalAction::Learn(place, action) => learn::act(session, place, action).await,
        PersonalAction::Puzzle(place, action) => puzzle::act(session, place, action).await,
        PersonalAction::LearnGame => learn::open_chosen(session).await,
        PersonalAction::FirstMatch(game) => learn::begin_first_match(session, &game).await,
        PersonalAction::PlayInstead(id, typed) => moves::play_instead(session, id, typed).await,
        PersonalAction::TryOpen(typed) => moves::try_open(session, typed).await,
    }
}

async fn act_for_anyone(session: &Session<'_>, action: AnyonesAction) -> Acted {
    match action {
        AnyonesAction::Games => rules::all(session).await,
        AnyonesAction::RulesOfGame => rules::of_chosen_game(session).await,
        AnyonesAction::Variants(game) => Ok(rules::variants(&game)?),
        AnyonesAction::Play => play::play(session, MatchOptions::default()).await,
        AnyonesAction::Help(_) => help::explain_chosen(session).await,
        AnyonesAction::Settings => settings::show(session).await,
        AnyonesAction::NextBoard(after) => board::show_next(session, after).await,
        AnyonesAction::Replay => replay::open_chosen(session).await,
        AnyonesAction::Leaderboard(of, page) => leaderboard::page(session, of, page).await,
        AnyonesAction::Rank(of) => leaderboard::rank(session, of).await,
        AnyonesAction::Levels(game) => Ok(leaderboard::levels(&game)?),
        AnyonesAction::Daily(day) => puzzle::open_daily(session, day).await,
        AnyonesAction::DailyPing => puzzle::toggle_daily_ping(session).await,
        AnyonesAction::Rules(ruleset) => rules::of_ruleset(session, &ruleset).await,
        AnyonesAction::Learn(game) => learn::open_next(session, &game).await,
        AnyonesAction::RatingChart(user) => profile::chart_chosen(session, user).await,
        AnyonesAction::History(of, page) => profile::history(session, of, page).await,
        // That is a form's.
        AnyonesAction::Challenge(_) => Err(unknown_control().into()),
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
        BoardAction::PlayMentioned(_, chosen) => moves::play_mentioned(session, which, chosen).await,
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
        MatchRequest::Explore => explore::open(session, which).await,
        MatchRequest::Open => open_board::show(session, which).await,
        MatchRequest::Replay => replay::open(session, which).await,
        MatchRequest::Share => share::share(session, which).await,
        MatchRequest::Try(after) => try_position::begin(session, which, after).await,
        MatchRequest::Export(form) => export::export(session, which, form).await,
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

/// Does what somebody has filled into a form. In the metrics it has the name of the control in its `custom_id`.
pub(super) async fn submitted(http: &Http, bot: &Bot, form: &ModalInteraction) {
    let control = Control::read(&form.data.custom_id, bot.database);
    let subject = control.as_ref().ok().and_then(Control::subject);
    let session = Session::new(bot, http, Source::Form(form)).about(subject);
    let name = Control::name_in(&form.data.custom_id);
    // What was typed in an exercise changes the message above.
    let audience = match &control {
        Ok(Control::Person { .. }) => Audience::Everybody,
        _ => Audience::Asker,
    };
    let action = session.carry_out(&name, audience, move |session| {
        Box::pin(async move {
            match control? {
                Control::Board { id, version, action: BoardAction::TypeMove(_) } => {
                    moves::play_form(session, MatchChoice::Control(id, version)).await
                }
                Control::Person { action: PersonalAction::Learn(place, LessonAction::Type), .. } => {
                    learn::try_form(session, place).await
                }
                Control::Person { action: PersonalAction::Puzzle(place, PuzzleAction::Type), .. } => {
                    puzzle::try_form(session, place).await
                }
                Control::Anyone(AnyonesAction::Challenge(opponent)) => {
                    challenge::challenge_by_form(session, opponent).await
                }
                _ => Err(unknown_control().into()),
            }
        })
    });
    action.await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_and_option_has_its_sentences_and_fits_discord() {
        let commands = all();
        for part in commands.iter().flat_map(|it| &it.subcommands) {
            let key = format!("command-{}", part.qualified_name.replace(' ', "-"));
            assert!(texts::has(&key) && part.slash_action.is_some() && part.prefix_action.is_some(), "{key}");
            assert!(part.parameters.iter().all(|it| texts::has(&format!("option-{}", it.name))), "{key}");
        }
        for command in &commands {
            let description = command.description.as_deref().unwrap();
            assert!(texts::has(&format!("command-{}", command.name)), "{}", command.name);
            assert!(texts::has(&format!("command-{}-help", command.name)), "{}", command.name);
            assert!(!description.is_empty() && description.chars().count() <= 100, "{}", command.name);
            assert!(command.prefix_action.is_some() && command.slash_action.is_some(), "{}", command.name);
            for option in &command.parameters {
                assert!(texts::has(&format!("option-{}", option.name)), "{} {}", command.name, option.name);
                assert!(option.description.as_deref().unwrap().chars().count() <= 100);
            }
        }
    }

    #[test]
    fn the_help_has_every_command_in_one_group() {
        let mut grouped: Vec<&str> = views::help::GROUPS.iter().copied().flatten().copied().collect();
        let commands = all();
        let mut names: Vec<&str> = commands.iter().map(|it| it.name.as_ref()).collect();
        grouped.sort_unstable();
        names.sort_unstable();
        assert_eq!(grouped, names);
    }

    #[test]
    fn wherever_a_match_is_asked_for_matches_are_offered() {
        let commands = all();
        let parts = commands.iter().flat_map(|it| std::iter::once(it).chain(&it.subcommands));
        let mut count = 0;
        for command in parts {
            for option in command.parameters.iter().filter(|it| it.name == "match") {
                assert!(option.autocomplete_callback.is_some(), "{}", command.qualified_name);
                count += 1;
            }
        }
        assert!(count >= 15, "{count} commands ask for a match");
    }
}
