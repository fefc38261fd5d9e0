/** Patterns for questions of what to do. */
import type { BuiltInTemplate } from "./registry.ts";

export const DECISION: readonly BuiltInTemplate[] = [
  {
    id: "cost-benefit",
    name: "Cost–benefit",
    description: "Count what is gained and lost, by whom, and when.",
    text: "List the effects of the proposal against those of the best alternative, not against doing nothing unless that is the alternative. Give each effect a size, a likelihood, a time and a bearer. Put on one scale what can be put there, and name openly what can not. Say who wins and who pays, since a good sum may rest on people who never agreed. Finish with the one or two assumptions on which the balance turns, and with what would tip it.",
    tags: ["policy", "decision", "economics", "trade-off", "cost", "ban", "tax", "regulation"],
  },
  {
    id: "chestertons-fence",
    name: "Chesterton's fence",
    description: "Learn why a thing is there before removing it.",
    text: "Before you argue for abolishing a rule or a custom, say what problem it was put up against and for whom it worked. Ask whether that problem is gone, is handled by something else, or would return. If nobody can say why it is there, treat that as a reason to look and not as proof that it is useless. Then propose removal together with what takes over its remaining work. An opponent of the change has to do the same in reverse: show that the purpose still exists, not merely that it once did.",
    tags: ["policy", "tradition", "reform", "rules", "abolish", "unintended consequences"],
  },
  {
    id: "reversibility",
    name: "Reversibility",
    description: "Judge a step by how hard it is to take back.",
    text: "Sort the options by what undoing them would cost in money, time and trust. Ask for strong proof before a step that can not be undone, and for little before one that can be tried and dropped. Look for a smaller version that would teach the same thing: a trial, a limit in time, one place. Count waiting as a choice too, for it may close doors. Recommend the option that keeps the most good futures open for its price, and say when that price becomes too high.",
    tags: ["decision", "risk", "policy", "trial", "option value", "irreversible", "pilot"],
  },
  {
    id: "second-order-effects",
    name: "Second-order effects",
    description: "Ask what people do next.",
    text: "State the direct effect and then go through those who are touched by it: what does each now have reason to do that they had not before? Follow the two or three strongest reactions one step further, and ask whether they undo, repeat or reinforce the first effect. Look for a substitute that people will turn to, and for those who profit by gaming the rule. Say how soon each reaction comes, since a quick gain may pay for a slow loss. Keep to reactions with a motive and a means, and leave out what is merely imaginable.",
    tags: ["policy", "incentives", "consequences", "systems", "feedback", "side effects"],
  },
  {
    id: "opportunity-cost",
    name: "Opportunity cost",
    description: "Compare with the best other use of the same means.",
    text: "Name the scarce thing that the proposal uses: money, attention, land, time, goodwill. Say what the best realistic other use of it would achieve. Argue that the proposal beats that use, not merely that it does some good. Check that the means could really be moved, since much of what is saved never arrives elsewhere. If it could not be moved, say so and set the objection aside.",
    tags: ["decision", "economics", "priorities", "budget", "alternatives", "resources"],
  },
  {
    id: "stakeholder-rotation",
    name: "Everybody's chair",
    description: "Sit in each affected person's place in turn.",
    text: "List those whom the decision touches, with those who are not in the room first: the young, the distant, the few. From each chair say in one sentence what is lost, what is gained and what is feared, as that person would put it. Note where two groups want the same thing for different reasons. Ask which loss can be made good and which can not. Build the proposal again so that nobody bears a loss that was never mentioned.",
    tags: ["ethics", "fairness", "stakeholders", "policy", "perspective", "minority"],
  },
  {
    id: "veil-of-ignorance",
    name: "Behind the veil",
    description: "Choose the rule without knowing who you will be.",
    text: "Describe the rule and then forget which of the affected people you are. Ask whether you would accept it with an equal chance of being each of them, the worst placed included. Find the place that you would most fear to draw, and ask what would make it bearable. Compare with the rival rule in the same way, place by place. Say how much you let the worst place count, for reasonable people differ there, and the conclusion may depend on it.",
    tags: ["ethics", "fairness", "justice", "rights", "equality", "moral"],
  },
  {
    id: "pre-mortem",
    name: "Pre-mortem",
    description: "Suppose that it failed and explain why.",
    text: "Move to a time after the decision and take it as given that it went badly. Write down the most likely story of how, in the order in which things went wrong. Mark the earliest moment at which somebody could have noticed. Ask which of these failures the proposal guards against, and at what cost it could guard against the rest. Use the same exercise on the rival proposal before you compare them, so that caution is not spent on one side only.",
    tags: ["risk", "planning", "failure", "decision", "project", "safety"],
  },
  {
    id: "marginal-thinking",
    name: "At the margin",
    description: "Argue about the next unit and not about the whole.",
    text: "Ask whether the question is all or nothing, or a little more or a little less than now. If it is the latter, leave aside what the thing is worth in total and look at what the next unit adds and costs. Say where you think returns begin to fall, and why there. Find the point at which both sides would stop, which is often nearer than their slogans. Move the debate from whether to how much.",
    tags: ["economics", "decision", "degree", "policy", "how much", "diminishing returns"],
  },
];
