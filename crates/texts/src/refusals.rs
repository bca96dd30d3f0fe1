//! Why something is refused, as a sentence.

use super::{Text, side_name};
use games::{Fact, Refusal};

/// The sentence that explains a refusal.
pub fn explain(refusal: &Refusal) -> Text {
    let text = |name, fact: &Fact| match (name, fact) {
        ("side" | "owner", Fact::Text(side)) => side_name(side),
        (_, fact) => fact.clone().into(),
    };
    let facts = refusal.facts.iter().map(|(name, fact)| (*name, text(*name, fact)));
    Text::Sentence(refusal.code.to_owned(), facts.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Locale;

    #[test]
    fn a_refusal_becomes_a_sentence_with_its_count() {
        let refusal = Refusal::new("loa-wrong-distance")
            .with("from", "f3")
            .with("to", "d5")
            .with("line", "diagonal")
            .with("distance", 2)
            .with("count", 3)
            .with("reaches", Fact::any_of(["c6", "i9"]));
        assert_eq!(
            explain(&refusal).in_locale(Locale::English),
            "f3–d5 is 2 squares, but there are 3 pieces on that diagonal, so f3 must move exactly 3 along it: to c6 or i9."
        );
    }
}
