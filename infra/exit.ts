/** Exit codes of every program here (spec §2.6). */
export const EXIT = { ok: 0, general: 1, arguments: 2, provider: 3, configuration: 4, interrupted: 130 } as const;
