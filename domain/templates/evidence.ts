/** Patterns that weigh what is known, and how well. */
import type { BuiltInTemplate } from "./registry.ts";

export const EVIDENCE: readonly BuiltInTemplate[] = [
  {
    id: "base-rates",
    name: "Base rates first",
    description: "Begin with how often such things happen at all.",
    text: "Before you look at what is special in this case, choose a class of cases that it belongs to and say how often the outcome occurs there. Defend the class: neither so wide that it says nothing nor so narrow that it holds only this case. Then move from that figure by what is particular here, as far as the evidence is more likely under one answer than under the other. Say by how much you moved and why. A vivid story shifts the estimate only if it would have been rarer had the claim been false.",
    tags: ["evidence", "probability", "statistics", "forecast", "reference class", "bayes"],
  },
  {
    id: "counterfactual-test",
    name: "Counterfactual test",
    description: "Ask what would have happened without it.",
    text: "Name the cause and the effect that are claimed, then describe the nearest world in which the cause is absent and everything else is as it was. Ask whether the effect would still have come, and from where you know: a comparable place, an earlier period, a natural experiment. Separate what the cause added from what was under way in any case. Be suspicious of comparisons with an ideal world in which several things changed at once. State the effect as a difference between the two worlds, with its uncertainty.",
    tags: ["causation", "evidence", "effect", "comparison", "impact", "what if"],
  },
  {
    id: "correlation-and-cause",
    name: "Correlation and cause",
    description: "Go through the other explanations of a pattern.",
    text: "When two things move together, list what else could make them do so: the reverse direction, a common cause, selection of who was counted, chance, or a changed way of measuring. Say for each what we should then also see, and look whether we see it. Prefer evidence in which the supposed cause was changed on purpose or by accident while the rest stood still. Look for a dose: more of the cause, more of the effect. Claim causation only for what survives, and say which rival you could not exclude.",
    tags: ["causation", "statistics", "confounding", "evidence", "study", "data"],
  },
  {
    id: "source-and-incentive",
    name: "Source and incentive",
    description: "Weigh a claim by who makes it and what it costs them.",
    text: "Ask of each piece of evidence who produced it, how they could know, and what they gain by its being believed. Give more weight to admissions against interest and to claims that expose their author to being caught out. Trace a repeated figure back to its origin, since ten reports of one study are one study. Do not reject a claim for its source alone: show where the interest could have bent the result. Apply the same test to the sources of your own side, aloud.",
    tags: ["evidence", "sources", "bias", "incentives", "credibility", "trust"],
  },
  {
    id: "burden-of-proof",
    name: "Burden of proof",
    description: "Settle who has to show what, and how strongly.",
    text: "Say which claim changes what people would do, and put the burden on whoever proposes that change or asserts the less likely thing. Set the standard by the stakes: a reversible trial needs less proof than an irreversible ban. Make the burden explicit, so that a failure to meet it counts as a result and not as a pause. Do not let absence of evidence pass for evidence of absence unless the evidence was looked for where it would be found. When both sides assert something, let each carry its own part.",
    tags: ["evidence", "standard of proof", "presumption", "default", "onus"],
  },
  {
    id: "falsifiability",
    name: "What would change your mind",
    description: "Turn a belief into a test that it could fail.",
    text: "State the position so that something observable would count against it, and say what. Ask the other side for the same, and compare: the useful evidence is what the two predict differently. Treat an answer of nothing as a sign that the claim is not about the facts in question. Then check whether the observation has already been made. If it went against you, withdraw or narrow the claim instead of adding an exception for this case.",
    tags: ["evidence", "test", "prediction", "science", "crux", "hypothesis"],
  },
  {
    id: "survivorship",
    name: "The missing cases",
    description: "Ask which cases never had a chance to be counted.",
    text: "Describe how the examples in the debate came to our notice. Ask which cases would look different but were filtered out: failures that left no trace, people who were not asked, projects that were never begun. Estimate how many there may be and in which direction they would move the conclusion. Find a record that was kept before the outcome was known, and use it in place of the memorable examples. If none exists, lower the confidence of every side that argues from winners.",
    tags: ["evidence", "selection bias", "survivorship", "sampling", "anecdote", "success stories"],
  },
  {
    id: "orders-of-magnitude",
    name: "Orders of magnitude",
    description: "Put rough numbers on it before arguing about details.",
    text: "Break the quantity in dispute into factors that can each be guessed within a factor of ten: how many, how often, how much each. Multiply, and say which factor is the least certain. Compare the result with something familiar and with the other quantities in the debate. If one side's concern is a thousand times smaller than the other's, say so and drop it. Redo the sum with the pessimistic end of each factor, to see whether the conclusion survives.",
    tags: ["estimate", "numbers", "scale", "fermi", "quantity", "proportion"],
  },
];
