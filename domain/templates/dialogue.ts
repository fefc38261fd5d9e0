/** Patterns for arguing with somebody rather than past them. */
import type { BuiltInTemplate } from "./registry.ts";

export const DIALOGUE: readonly BuiltInTemplate[] = [
  {
    id: "steelman-first",
    name: "Steelman first",
    description: "Put the other side's case better than it did, then answer that.",
    text: "Before you object, restate the opposing argument in a form that its holder would thank you for. Repair what is easily repaired: a careless word, a weak example, a missing step. Say what is right in it and what you learned. Then aim at the strongest version that remains, at the premise without which it falls. If your objection only touches the weaker version, drop it.",
    tags: ["charity", "rebuttal", "fairness", "opponent", "dialogue"],
  },
  {
    id: "analogy-and-limits",
    name: "Analogy and its limits",
    description: "Argue from a likeness and say where it ends.",
    text: "Choose a case on which the judgement is settled, and name the features that it shares with the case in dispute. Show that the judgement rests on these features and not on others that happen to be there. Then name the most important difference yourself and say why it does not matter, or how far it weakens the conclusion. To answer an analogy, find a difference that bears on the reason for the judgement; any difference at all is not enough. Treat what is left as support and not as proof.",
    tags: ["analogy", "comparison", "precedent", "similarity", "example"],
  },
  {
    id: "find-the-crux",
    name: "Find the crux",
    description: "Locate the one point on which the rest depends.",
    text: "List the claims on which the sides differ and ask of each: if you came to agree here, would your conclusion change? Strike out those to which the answer is no, however loudly they are disputed. Take the one that remains for both sides, or the pair that answer each other. Say what kind of question it is, one of fact, of value or of forecast, and what could settle it. Spend the rest of your time there.",
    tags: ["disagreement", "crux", "focus", "dialogue", "consensus", "resolution"],
  },
  {
    id: "facts-and-values",
    name: "Facts apart from values",
    description: "Untangle what is so from what is wanted.",
    text: "Go through the argument and mark each premise as something that could be measured or as something that has to be chosen. Ask whether the sides would still differ if they agreed on all the measurable ones. If so, name the values in conflict and how each side ranks them, without calling one of them unreason. If not, go and look at the facts. Watch for words that do both kinds of work at once, and split them.",
    tags: ["ethics", "values", "facts", "is and ought", "moral", "clarity"],
  },
  {
    id: "consistency-across-cases",
    name: "Same rule, other case",
    description: "Apply the principle where its holder would not like it.",
    text: "Extract the principle that the argument relies on and state it without names or parties. Apply it to a case with the same structure and the opposite sympathies. If its holder would judge that case otherwise, ask for the difference that justifies it. Accept an answer that names a relevant difference, and refine the principle by it. Run your own principle through the same test before somebody does it for you.",
    tags: ["consistency", "principle", "double standard", "ethics", "hypocrisy", "rights"],
  },
  {
    id: "concede-and-narrow",
    name: "Concede and narrow",
    description: "Give up what can not be held, and hold the rest more firmly.",
    text: "Say plainly which of the other side's points you accept and what they cost you. State the claim that you still make, narrower than before, with its scope and its conditions. Show why the conceded points do not reach it. Offer the narrowed claim as a place where both could stand. Do not bring the conceded points back later under another name.",
    tags: ["concession", "compromise", "dialogue", "scope", "common ground", "agreement"],
  },
  {
    id: "levels-of-explanation",
    name: "Levels of explanation",
    description: "Ask whether both accounts can be true at once.",
    text: "When two explanations seem to compete, ask at which level each one works: the person, the group, the institution, the period. See whether one says how and the other why, or one what set it off and the other what made it possible. Where they can both hold, say so and stop arguing about which is real. Where they can not, name the observation at one level that the other rules out. Choose the level at which something can be done if the question is what to do.",
    tags: ["explanation", "causation", "systems", "history", "structure", "individual"],
  },
];
