//! Buttons and menus.

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, ComponentInteractionDataKind, EditInteractionResponse, Http, MessageFlags};

use super::ack::{Acknowledged, is_acknowledged};
use super::ask::Ask;
use super::bot::{Bot, Done, asker_in, place, written};
use super::chosen_match;
use super::commands::question_of_resigning;
use super::controls::{Choice, Control, Line};
use super::errors::CommandError;
use super::menu::{Chosen, Menu, Step};
use super::moderators;
use super::permissions::require_posting;
use super::rows::of_database;
use super::usage;
use super::view::View;
use super::views::board::Invitation;
use super::views::help::Time;
use super::{error_view, forms, views};
use crate::i18n::say;
use crate::metrics::CommandOutcome;
use crate::play::decide::Said;
use crate::play::preferences::{Flip, Notices, TextBoard};
use crate::play::{
    Answer, Asker, ChallengeId, ChannelId, GuildId, MatchId, OfferKind, Rematch, Setting, Which, lines, refuse_command,
};
use crate::render::Theme;
use games::Refusal;
use games::board::Move;

/// Does what a control says. Whoever may not is told so privately.
pub(super) async fn handle(http: &Http, bot: &Bot, interaction: &ComponentInteraction) -> serenity::Result<()> {
    let name = Control::name_in(&interaction.data.custom_id);
    let usage = usage::of(&name, &interaction.user, place(interaction.guild_id, interaction.channel_id));
    let control = Control::read(&interaction.data.custom_id, bot.database);
    if let Ok(control @ Control::TypeMove(..)) = &control {
        return forms::ask(http, bot, interaction, control).await;
    }
    let is_private_message = interaction.message.flags.is_some_and(|it| it.contains(MessageFlags::EPHEMERAL));
    let leads_on = match &control {
        Ok(Control::Choose(_, _, menu)) => matches!(step_of(*menu, interaction), Some(Step::Show(_))),
        _ => false,
    };
    let private = (leads_on && !is_private_message) || control.as_ref().is_ok_and(Control::is_answered_privately);
    let ack = if private {
        Acknowledged::privately(http, interaction, bot.database).await
    } else {
        Acknowledged::silently(http, interaction, bot.database).await
    };
    let ack = match ack {
        Ok(ack) => ack,
        // Another process hears the same, and was faster.
        Err(error) if is_acknowledged(&error) => return Ok(()),
        Err(error) => return Err(error),
    };
    bot.meet(&interaction.user).await;
    let press = Press {
        bot,
        interaction,
        ack: &ack,
        is_private_message,
        asker: asker_in(interaction.user.id, interaction.channel_id, interaction.id.get()),
    };
    let done = match control {
        Ok(control) => press.act(control).await,
        Err(refusal) => Err(refusal.into()),
    };
    usage.ended(done.as_ref().map_or_else(CommandError::outcome, |()| CommandOutcome::Done));
    let Err(error) = done else { return Ok(()) };
    match error_view::view(&error, bot, Some(press.asker.user)).await {
        Some(told) => ack.whisper(told).await,
        None => Ok(()),
    }
}

/// A control that somebody has used.
struct Press<'a> {
    bot: &'a Bot,
    interaction: &'a ComponentInteraction,
    ack: &'a Acknowledged<'a>,
    /// Whether the control stands under a message that only the presser sees.
    is_private_message: bool,
    asker: Asker,
}

/// What choosing from a menu leads to.
fn step_of(menu: Menu, interaction: &ComponentInteraction) -> Option<Step> {
    match &interaction.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => menu.step(values.first()?),
        _ => None,
    }
}

impl Press<'_> {
    async fn act(&self, control: Control) -> Done {
        let place = place(self.interaction.guild_id, self.interaction.channel_id);
        self.bot.host.admit(self.asker.user, place).map_err(refuse_command)?;
        if let Some(subject) = control.subject() {
            self.bot.host.may_be_about(subject, written(&self.interaction.message)).await?;
        }
        match control {
            Control::Accept(id) => self.answer(id, Answer::Accept).await,
            Control::Decline(id) => self.answer(id, Answer::Decline).await,
            Control::Withdraw(id) => self.answer(id, Answer::Withdraw).await,
            Control::Choose(id, version, menu) => match step_of(menu, self.interaction).ok_or_else(unknown)? {
                Step::Show(chosen) => self.show(id, version, chosen).await,
                Step::Play(mv) => self.play(id, version, mv).await,
            },
            Control::Pass(id, version) => self.play(id, version, Move::PASS).await,
            Control::Legal(id, version) => self.legal(id, version).await,
            Control::Hint(id, version) => self.hint(id, version).await,
            Control::MyView(id, version) => self.my_view(id, version).await,
            Control::Resign(id, version) => {
                let question =
                    question_of_resigning(&self.bot.host, self.asker, Which::Control(id, version), Ask::Resign).await?;
                Ok(self.ack.whisper(question).await?)
            }
            Control::ReallyResign(_, _, asked) | Control::ReallyAbandon(_, asked) if asked != self.asker.user => {
                Err(Refusal::new("not-your-question").with("player", asked.mention()).into())
            }
            Control::ReallyResign(id, version, _) => self.resign(id, version).await,
            Control::ReallyAbandon(id, _) => {
                self.bot.host.abandon(self.asker, id).await?;
                self.ack.confirm(View::text(say("aborted", &[]))).await;
                Ok(())
            }
            Control::More(id, version) => {
                let board = self.bot.host.find(self.asker, Which::Control(id, version)).await?;
                let is_watching = self.bot.host.is_watching(id, self.asker.user).await?;
                Ok(self.ack.whisper(views::more::panel(&board, self.asker.user, is_watching)).await?)
            }
            Control::Offer(id, version, kind) => self.offer(id, version, kind).await,
            Control::AnswerOffer(id, version, kind, accepts) => {
                self.bot.host.answer_offer(self.asker, Which::Control(id, version), Some(kind), accepts).await?;
                Ok(())
            }
            Control::Resume(id, version) => {
                self.bot.host.resume(self.asker, Which::Control(id, version)).await?;
                Ok(())
            }
            Control::Claim(id, version) => {
                self.bot.host.claim(self.asker, Which::Control(id, version)).await?;
                Ok(self.ack.whisper(View::text(say("claimed", &[]))).await?)
            }
            Control::Plans(id, version) => {
                let board = self.bot.host.find(self.asker, Which::Control(id, version)).await?;
                Ok(self.ack.whisper(views::plans::prepared(&board, self.asker.user)?).await?)
            }
            Control::Plan(id, version, line, menu) => self.plan(id, version, line, menu).await,
            Control::SavePlan(id, version, line) => {
                let text = line.to_string().replace('.', " ");
                let board = self.bot.host.prepare(self.asker, Which::Control(id, version), &text).await?;
                self.ack.confirm(views::plans::prepared(&board, self.asker.user)?).await;
                Ok(())
            }
            Control::DropPlans(id, version) => {
                let board = self.bot.host.drop_prepared(self.asker, Which::Control(id, version)).await?;
                self.ack.confirm(views::plans::prepared(&board, self.asker.user)?).await;
                Ok(())
            }
            // It was answered with a form already.
            Control::TypeMove(..) => Ok(()),
            Control::Rematch(id) => self.rematch(id).await,
            Control::Review(id) => self.review(id).await,
            Control::RulesOfMatch(id) => {
                let board = self.bot.host.find(self.asker, Which::Number(id)).await?;
                let appearance = self.bot.appearance(&board, self.asker.user).await?;
                let (ruleset, time) = (&board.current.ruleset, Time::of(&board.current));
                Ok(self.ack.whisper(views::help::rules(ruleset, time, appearance)?).await?)
            }
            Control::RulesOfChallenge(id) => {
                let challenge = self.bot.host.challenge_in(self.asker, id).await?;
                let appearance = self.bot.plain_appearance(self.asker.user).await?;
                let time = Time::People(challenge.offer.agreement.clock);
                Ok(self.ack.whisper(views::help::rules(&challenge.offer.ruleset, time, appearance)?).await?)
            }
            Control::Pick(asked, _) if asked != self.asker.user => {
                Err(Refusal::new("not-your-choice").with("player", asked.mention()).into())
            }
            Control::Pick(_, ask) => {
                let chosen = self.value().and_then(|it| it.parse().ok()).map(MatchId);
                let chosen = chosen.ok_or_else(unknown)?;
                chosen_match::act(self.bot, self.ack, self.asker, chosen, ask).await
            }
            Control::Watch(id, starts) => {
                match starts {
                    true => drop(self.bot.host.watch(self.asker, Which::Number(id)).await?),
                    false => drop(self.bot.host.unwatch(self.asker, Which::Number(id)).await?),
                }
                Ok(self.ack.whisper(views::more::watching(id, starts)).await?)
            }
            Control::ReallyEnd(id) => {
                moderators::require(self.interaction.member.as_ref().and_then(|it| it.permissions))?;
                let guild = self.interaction.guild_id.ok_or_else(|| Refusal::new("only-in-a-server"))?;
                self.bot.host.stop(GuildId(guild.get()), id).await?;
                self.ack.confirm(View::text(say("match-stopped", &[("match", id.to_string().into())]))).await;
                Ok(())
            }
            Control::Next(after) => {
                let (board, waiting) = self.bot.host.next_waiting(self.asker.user, after).await?;
                let appearance = self.bot.appearance(&board, self.asker.user).await?;
                Ok(self.ack.whisper(views::lists::next_board(&board, appearance, waiting)?).await?)
            }
            Control::Settings => {
                let preferences = self.bot.host.preferences(self.asker.user).await?;
                Ok(self.ack.whisper(views::settings::panel(&preferences, self.asker.user)).await?)
            }
            Control::Set(owner, _)
            | Control::HushOneOf(owner)
            | Control::Away(owner)
            | Control::AwayFor(owner)
            | Control::ReallyDelete(owner)
                if owner != self.asker.user =>
            {
                Err(Refusal::new("not-your-control").with("player", owner.mention()).into())
            }
            Control::Set(_, choice) => self.set(choice).await,
            Control::Hush(id, version) => self.hush(id, version).await,
            Control::HushOneOf(_) => {
                let (id, version) = self.value().and_then(|it| it.split_once(':')).ok_or_else(unknown)?;
                let (id, version) = (id.parse().map_err(|_| unknown())?, version.parse().map_err(|_| unknown())?);
                self.hush(MatchId(id), version).await
            }
            Control::Away(user) => Ok(self.ack.whisper(views::notices::ask_days(user)).await?),
            Control::AwayFor(user) => {
                let days = self.value().and_then(|it| it.parse().ok()).filter(|it| *it > 0).ok_or_else(unknown)?;
                let until = self.bot.host.go_away(user, days).await?;
                let until = [("until", until.as_second().to_string().into())];
                self.ack.confirm(View::text(say("away-until", &until))).await;
                Ok(())
            }
            Control::ReallyDelete(user) => {
                self.bot.host.forget(user).await?;
                self.bot.unmeet(user);
                self.ack.confirm(View::text(say("data-deleted", &[]))).await;
                Ok(())
            }
        }
    }

    async fn answer(&self, id: ChallengeId, given: Answer) -> Done {
        if given == Answer::Accept {
            self.may_begin_here().await?;
        }
        self.bot.host.answer(self.asker, id, given).await?;
        Ok(())
    }

    /// Shows the menus that follow a choice, for the player whose turn it is.
    async fn show(&self, id: MatchId, version: u32, chosen: Chosen) -> Done {
        let board = self.bot.host.may_move(self.asker, Which::Control(id, version)).await?;
        if self.is_private_message {
            let rows = of_database(views::board::menus(&board, chosen), self.bot.database);
            return Ok(self.ack.change(EditInteractionResponse::new().components(rows)).await?);
        }
        let appearance = self.bot.appearance(&board, self.asker.user).await?;
        Ok(self.ack.whisper(views::board::choosing(&board, chosen, appearance)?).await?)
    }

    async fn play(&self, id: MatchId, version: u32, chosen: Move) -> Done {
        self.bot.host.play_move(self.asker, Which::Control(id, version), Said::Move(chosen)).await?;
        if self.is_private_message {
            let played = say("move-played", &[("move", chosen.to_string().into())]);
            self.ack.confirm(View::text(played)).await;
        }
        Ok(())
    }

    async fn legal(&self, id: MatchId, version: u32) -> Done {
        let board = self.bot.host.find(self.asker, Which::Control(id, version)).await?;
        let view = views::board::legal(&board, None, self.bot.appearance(&board, self.asker.user).await?)?;
        Ok(self.ack.whisper(view).await?)
    }

    /// Tells the presser alone what the engine would play.
    async fn hint(&self, id: MatchId, version: u32) -> Done {
        let (board, assessment) = self.bot.host.hint(self.asker, Which::Control(id, version)).await?;
        Ok(self.ack.whisper(views::advice::hint(&board, &assessment)).await?)
    }

    /// Shows the presser alone what the engine thinks of a match that is over.
    async fn review(&self, id: MatchId) -> Done {
        let board = self.bot.host.find(self.asker, Which::Number(id)).await?;
        let advice = self.bot.host.advise(self.asker.user, &board).await?;
        let appearance = self.bot.appearance(&board, self.asker.user).await?;
        Ok(self.ack.whisper(views::advice::advice(&board, &advice, appearance)?).await?)
    }

    /// Shows the board to the presser alone, from the side on which this user plays.
    async fn my_view(&self, id: MatchId, version: u32) -> Done {
        let board = self.bot.host.find(self.asker, Which::Control(id, version)).await?;
        let appearance = self.bot.appearance(&board, self.asker.user).await?;
        let view = views::board::shown(&board, appearance, Invitation::None)?;
        Ok(self.ack.whisper(view).await?)
    }

    async fn resign(&self, id: MatchId, version: u32) -> Done {
        let board = self.bot.host.resign(self.asker, Which::Control(id, version)).await?;
        let done = if board.current.has_really_begun() { "resigned" } else { "aborted" };
        self.ack.confirm(View::text(say(done, &[]))).await;
        Ok(())
    }

    /// Goes on with a line that is being prepared, on a board that is played forward.
    async fn plan(&self, id: MatchId, version: u32, mut line: Line, menu: Option<Menu>) -> Done {
        let board = self.bot.host.find(self.asker, Which::Control(id, version)).await?;
        lines::may_prepare(&board, self.asker.user)?;
        let chosen = match menu {
            None => Chosen::Nothing,
            Some(menu) => match step_of(menu, self.interaction).ok_or_else(unknown)? {
                Step::Show(chosen) => chosen,
                Step::Play(next) => {
                    line.0.push(next);
                    Chosen::Nothing
                }
            },
        };
        let at_its_end = lines::follow(&board, &line.0)?;
        let appearance = self.bot.appearance(&board, self.asker.user).await?;
        let view = views::plans::planning(&at_its_end, &line, chosen, appearance)?;
        Ok(self.ack.change(view.edit_response_all(self.bot.database)).await?)
    }

    async fn offer(&self, id: MatchId, version: u32, kind: OfferKind) -> Done {
        let board = self.bot.host.offer(self.asker, Which::Control(id, version), kind).await?;
        Ok(self.ack.whisper(views::more::done(&board, kind)).await?)
    }

    /// Refuses a match where the moderators want none by now, or the bot may not post its boards.
    async fn may_begin_here(&self) -> Done {
        let thread = self.interaction.channel.as_ref().filter(|it| it.thread_metadata.is_some());
        let parent = thread.and_then(|it| it.parent_id).map(|it| ChannelId(it.get()));
        let here = place(self.interaction.guild_id, self.interaction.channel_id);
        self.bot.host.may_begin_in(here, parent).await?;
        match self.interaction.app_permissions.filter(|_| here.guild.is_some()) {
            Some(has) => Ok(require_posting(has, thread.is_some())?),
            None => Ok(()),
        }
    }

    async fn rematch(&self, id: MatchId) -> Done {
        self.may_begin_here().await?;
        if let Rematch::Offered(offered) = self.bot.host.rematch(self.asker, id).await? {
            self.bot.host.show_challenge(&offered).await?;
        }
        Ok(())
    }

    /// Chooses something anew; the panel changes, and so tells that it is done.
    async fn set(&self, choice: Choice) -> Done {
        let setting = self.setting(choice).ok_or_else(unknown)?;
        let preferences = self.bot.host.set_preference(self.asker.user, setting).await?;
        self.ack.confirm(views::settings::panel(&preferences, self.asker.user)).await;
        Ok(())
    }

    /// What is chosen: by the control itself, or by its value.
    fn setting(&self, choice: Choice) -> Option<Setting> {
        Some(match choice {
            Choice::Theme => Setting::Theme(self.value()?.parse::<Theme>().ok()?.name().to_owned()),
            Choice::Flip => Setting::Flip(Flip::ALL.into_iter().find(|it| Some(it.name()) == self.value())?),
            Choice::TextBoard => {
                Setting::TextBoard(TextBoard::ALL.into_iter().find(|it| Some(it.name()) == self.value())?)
            }
            Choice::Notices => Setting::Notices(Notices::ALL.into_iter().find(|it| Some(it.name()) == self.value())?),
            Choice::Lettered(is_so) => Setting::Lettered(is_so),
            Choice::PlaysForced(is_so) => Setting::PlaysForced(is_so),
            Choice::Unlisted(is_so) => Setting::Unlisted(is_so),
        })
    }

    /// Lets the player to move have no further notices of this turn.
    async fn hush(&self, id: MatchId, version: u32) -> Done {
        let board = self.bot.host.hush(self.asker, Which::Control(id, version)).await?;
        let hushed = say("hushed", &[("match", board.current.id.to_string().into())]);
        Ok(self.ack.whisper(View::text(hushed)).await?)
    }

    /// What was chosen in a menu.
    fn value(&self) -> Option<&str> {
        match &self.interaction.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
            _ => None,
        }
    }
}

fn unknown() -> Refusal {
    Refusal::new("unknown-control")
}
