type WithConnection = {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
}

/**
 * Whether the visitor saves data, or has a slow connection by the browser's estimate. Browsers that report nothing
 * count as fast.
 * @param slow matches the effective types (`4g`, `3g`, `2g` or `slow-2g`) that are too slow
 */
export function isDataScarce(slow: RegExp): boolean {
  const { saveData, effectiveType = '' } = (navigator as WithConnection).connection ?? {}
  return saveData === true || slow.test(effectiveType)
}
