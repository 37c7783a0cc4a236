/** Matches an Accept-Encoding header that lists `name` with a weight other than zero. */
const accepting = (name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:$|[,;])))`, 'i')
const GZIP = accepting('(?:x-)?gzip')
const BROTLI = accepting('br')

/** Which encodings an Accept-Encoding header accepts; a weight of zero refuses one. */
export const accepts = {
  gzip: (accepted: string) => GZIP.test(accepted),
  brotli: (accepted: string) => BROTLI.test(accepted),
} as const
