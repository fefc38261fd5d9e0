/** Patterns that test whether a conclusion follows. */
import type { BuiltInTemplate } from "./registry.ts";

export const LOGIC: readonly BuiltInTemplate[] = [
  {
    id: "proof-by-contradiction",
    name: "Proof by contradiction",
    description: "Assume the opposite and follow it until it breaks.",
    text: "State the claim you want to refute in its exact words and grant it for the sake of argument. Derive what must then be true, one step at a time, naming the rule or fact that carries each step. Stop at the first consequence that conflicts with something all sides accept, and say what it conflicts with. Check that every extra premise you used is less doubtful than the claim itself, since the contradiction may lie there. Conclude only that the assumption fails; that your own alternative holds needs its own argument.",
    tags: ["logic", "refutation", "deduction", "impossible", "consistency"],
  },
  {
    id: "counterexample",
    name: "Counterexample",
    description: "One clear case against a general claim.",
    text: "Rewrite the claim with its quantifier in the open: all, most, always, never. Look for one real case that meets every condition of the claim and lacks its conclusion. Show that the case is not borderline, so that nobody can save the claim by redefining a word. Then ask how much the claim must shrink to survive, and argue against that smaller version too. Against a claim about most cases, one example is not enough: bring a count or a class of cases.",
    tags: ["logic", "refutation", "generalisation", "exception", "universal claim"],
  },
  {
    id: "hidden-premise",
    name: "The hidden premise",
    description: "Write the argument out and find the step that nobody said.",
    text: "Set the argument down as numbered premises and a conclusion. Ask of each step whether the conclusion could be false while everything above it is true; where it could, a premise is missing. Supply the weakest premise that closes the gap and ask whether its defender would sign it. Attack or defend that premise rather than the wording around it. If several premises could close the gap, show that each of them has a price.",
    tags: ["logic", "assumptions", "enthymeme", "clarity", "gap"],
  },
  {
    id: "necessary-and-sufficient",
    name: "Necessary or sufficient",
    description: "Separate what must be there from what is enough.",
    text: "Take the condition on which the dispute turns and ask two questions of it. Could the result come about without it? If so, it is not necessary, and removing it need not prevent the result. Could it be present and the result still fail to come? If so, it is not sufficient, and something else has to be named. Say which of the two the other side needs for its conclusion, and show that it has argued for the other one.",
    tags: ["logic", "conditions", "cause", "definition", "requirement"],
  },
  {
    id: "dilemma",
    name: "Dilemma and its exits",
    description: "Show that every way out costs something, or find the third way.",
    text: "List the options and show that they are exhaustive: no case lies between them. Follow each to its cost, giving every one of them its best version. Weigh the costs on one scale, so that the least bad option can be named. When a dilemma is used against you, look first for the option it leaves out, then for a cost that is overstated, and only then choose a side. Do not call a choice forced while you have not tried to combine its parts.",
    tags: ["logic", "choice", "options", "false dichotomy", "trade-off"],
  },
  {
    id: "reduction-to-definitions",
    name: "Settle the words first",
    description: "Find out whether the dispute is about things or about terms.",
    text: "Pick the word that carries the conclusion and ask each side for a definition that decides a hard case. Replace the word by each definition in turn and read both arguments again. If the disagreement disappears, say so and name what is left over, which is often a question of policy rather than of fact. If it remains, go on with the definition that the stakes depend on, and hold every speaker to it. Reject a definition that already contains the conclusion.",
    tags: ["definitions", "clarity", "semantics", "equivocation", "meaning"],
  },
  {
    id: "sorites",
    name: "Slippery slope, step by step",
    description: "Test each step of a chain instead of its two ends.",
    text: "Write the chain from the first measure to the feared or promised end, with every link named. For each link say what would push things along it: a precedent, an incentive, a lowered cost, a habit. Estimate how likely each link is and multiply, since a long chain of likely steps may still be unlikely. Look for a stopping place that can be defended on principle and not only on convenience. Argue for the slope only where you can show the mechanism, and against it by showing the stop.",
    tags: ["slippery slope", "precedent", "vagueness", "chain", "threshold"],
  },
];
