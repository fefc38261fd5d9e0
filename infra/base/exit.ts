/** Exit codes of all programs (docs/design/api.md#26-clients). */
export const EXIT = { ok: 0, general: 1, arguments: 2, provider: 3, configuration: 4, interrupted: 130 } as const;
