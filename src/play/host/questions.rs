//! What somebody has been asked, or has asked others, and has not been answered: challenges, and offers in matches.

use super::{Host, HostError};
use crate::play::ports::Stored;
use crate::play::{Answer, Asker, Board, Challenge, ChallengeId, Match, MatchId, Which};

/// Something that somebody can accept, decline, or withdraw.
#[derive(Clone, Debug)]
pub enum Question {
    Challenge(Challenge),
    /// What one player of a match has offered the other.
    Offer(Board),
}

/// Which question it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuestionId {
    Challenge(ChallengeId),
    Offer(MatchId),
}

impl Question {
    pub fn id(&self) -> QuestionId {
        match self {
            Self::Challenge(challenge) => QuestionId::Challenge(challenge.id),
            Self::Offer(board) => QuestionId::Offer(board.current.id),
        }
    }
}

/// What has become of a question.
#[derive(Clone, Debug)]
pub enum Settled {
    Challenge(Challenge),
    Offer(MatchId),
}

impl Host {
    /// The questions that may be meant by whoever gives this answer in a channel and names none: challenges first, then
    /// offers, the newest of each first. A challenge to anyone is meant only if nothing else was asked: an offer of the
    /// opponent comes before a match with somebody else.
    pub async fn questions(&self, asker: Asker, answer: Answer) -> Result<Vec<Question>, HostError> {
        let mut questions: Vec<Question> = self.challenges_to(asker, answer).await?;
        questions.extend(self.offers_to(asker, answer).await?);
        if questions.is_empty() && answer == Answer::Accept {
            questions.extend(self.challenge_to_anyone(asker).await?.map(Question::Challenge));
        }
        Ok(questions)
    }

    /// Gives an answer to a question.
    pub async fn settle(&self, asker: Asker, question: QuestionId, answer: Answer) -> Result<Settled, HostError> {
        match question {
            QuestionId::Challenge(id) => self.answer(asker, id, answer).await.map(Settled::Challenge),
            QuestionId::Offer(id) => {
                let accepts = answer == Answer::Accept;
                self.answer_offer(asker, Which::Number(id), None, accepts).await?;
                Ok(Settled::Offer(id))
            }
        }
    }

    /// The challenges that are the asker's to answer, because they were made to them, or are to be withdrawn.
    async fn challenges_to(&self, asker: Asker, answer: Answer) -> Stored<Vec<Question>> {
        let open = self.ports.store.open_challenges(asker.channel, self.ports.clock.now()).await?;
        let is_theirs = |it: &Challenge| match answer {
            Answer::Withdraw => it.offer.challenger == asker.user,
            Answer::Accept | Answer::Decline => it.offer.opponent == Some(asker.user),
        };
        Ok(open.into_iter().filter(is_theirs).map(Question::Challenge).collect())
    }

    /// The offers in the asker's matches that can be answered in this way.
    async fn offers_to(&self, asker: Asker, answer: Answer) -> Stored<Vec<Question>> {
        let mut mine = self.mine(asker).await?;
        mine.retain(|it: &Match| {
            let by = it.conduct.offer.map(|offer| offer.by);
            let own = it.side_of(asker.user);
            by.is_some() && (by == own) == (answer == Answer::Withdraw)
        });
        let mut boards = self.sorted_boards(mine, asker.user);
        boards.sort_by_key(|it| std::cmp::Reverse((it.current.updated_at, it.current.id)));
        Ok(boards.into_iter().map(Question::Offer).collect())
    }

    /// The newest challenge in a channel that anyone may accept, this person too.
    async fn challenge_to_anyone(&self, asker: Asker) -> Result<Option<Challenge>, HostError> {
        let open = self.ports.store.open_challenges(asker.channel, self.ports.clock.now()).await?;
        let others = open.into_iter().filter(|it| it.offer.opponent.is_none() && it.offer.challenger != asker.user);
        for challenge in others {
            match self.may_meet(asker.user, challenge.offer.challenger).await {
                Ok(()) => return Ok(Some(challenge)),
                Err(HostError::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}
