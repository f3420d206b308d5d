// The formats that records are answered in.

/** The formats that records are answered in. */
export const FORMATS = ['json'] as const;

export type Format = (typeof FORMATS)[number];
