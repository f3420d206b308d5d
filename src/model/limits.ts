// The fixed limits of the contract, which no host can change: clients rely on them.

/** Records of a GraphQL list where `first` is not given. */
export const PAGE_DEFAULT = 50;
/** Most records of one page (`first` in GraphQL, `limit` in REST). */
export const PAGE_MAX = 1000;
/** Most links that one path of `expand` or `fields` may follow. */
export const EXPAND_DEPTH_MAX = 2;
/** Most keys of one sort. */
export const SORT_KEYS_MAX = 4;
/** Most values of one filter. */
export const FILTER_VALUES_MAX = 100;
/** Most words of one `q`. */
export const SEARCH_WORDS_MAX = 10;
/** Most kilometres of the radius of `near`: half around the Earth, which reaches every place. */
export const CIRCLE_KM_MAX = 20_016;
/** Most characters of one id. */
export const ID_LENGTH_MAX = 128;
/** Most characters of one text of a filter. */
export const FILTER_TEXT_MAX = 1000;
/** Most characters of a cursor. */
export const CURSOR_LENGTH_MAX = 4096;
/** Most changes of one owner that are remembered for the feed of changes. */
export const CHANGES_MAX = 100_000;
