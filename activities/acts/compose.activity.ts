/** Composes an act's call: loads what it is about, builds its prompt and fits it into the model's window. */
import type { ModelActRecord, Scene } from "../../domain/play/acts/act.ts";
import type { AnyModelAct } from "../../domain/play/acts/registry.act.ts";
import { mostShown, withRoom } from "../../domain/play/estimates/asked.estimate.ts";
import { commonSystem } from "../../domain/prompts/parts/common-rules.ts";
import { inForce } from "../../domain/rules/judges/in-force.ts";
import type { CallSettings } from "../../domain/shapes/catalogue/model-ref.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { fitted } from "../calls/context-window.ts";
import type { ActCall, ComposedAct } from "../calls/model-call.activity.ts";
import { toolingFor } from "../lookups/tooling-for.ts";
import { loadScene } from "./load-scene.ts";

export async function compose(deps: ActivityDeps, act: AnyModelAct, call: ActCall): Promise<ComposedAct> {
  const scene = await loadScene(deps, act, call);
  if (act.choose) return chosen(scene, { call, ...act.choose(scene) });
  const { asked, shown, blind, config, turns } = scene;
  const fit = await fitted(deps, {
    ...call,
    config,
    model: settingsOf(scene, act, call),
    reader: call.participantId ?? null,
    turns: act.fits?.(scene) ?? turns,
    build: (view) => act.prompt(shown, asked, blind.viewOf(view)),
  });
  const tooling = act.looksUp ? toolingFor(config.judge?.tooling, fit) : {};
  const { debateId } = call.debate;
  // Judges whose prompts begin as the speakers' share their key.
  const reader = fit.prompt.system === commonSystem(config) ? config.promptLayout : (call.participantId ?? "judge");
  const said = config.fitted && { mostSaid: mostShown(act.assumed.tokens(config, call.participantId)) };
  return { ...fit, cacheKey: `${debateId}/${reader}`, scene, ...tooling, ...said };
}

type Choice = ReturnType<NonNullable<AnyModelAct["choose"]>> & { call: ActCall };

function chosen(scene: Scene, { call, turns, prompt, model, capacity, tokens, overflow }: Choice): ComposedAct {
  const fit = { strategy: "all" as const, view: {}, tokens, use: 0, leftOut: 0, ...(overflow && { overflow }) };
  const cacheKey = `${call.debate.debateId}/summary`;
  return { prompt, model, cacheKey, fitting: { fit, capacity }, scene: { ...scene, turns } };
}

/** The participant's model, the member's of the panel, or the judge's. */
function settingsOf(
  { asked: { id, participantId, panelist, state }, config }: Scene,
  { temperature, assumed }: Pick<ModelActRecord<unknown, { at: string }>, "temperature" | "assumed">,
  call: ActCall,
): CallSettings {
  const { judge, participants } = config;
  const speaker = participants.find((p) => p.id === participantId);
  const other = panelist ?? state.judgeModel;
  const own = participantId === undefined ? judge && inForce(judge, other ? { judgeModel: other } : {}) : speaker;
  if (!own) throw new Error(`nobody is configured for ${id}`);
  // Another judge of a completed debate is bought apart from its limits, and a length that its owner gave holds.
  const isGiven = participantId === undefined && other?.maxOutputTokens !== undefined;
  const roomy = call.judge || isGiven ? own : withRoom(own, assumed.tokens(config, participantId), config);
  return temperature === undefined ? roomy : { ...roomy, temperature };
}
