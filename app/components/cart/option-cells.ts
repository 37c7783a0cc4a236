/**
 * The grid of the drawer's options: country and discount code side by side, each below its label; their messages
 * follow in full width. The code has the room to be read whole. Where the fields do not fit side by side, each is beside its label; with enlarged text all is
 * stacked.
 */
export const OPTIONS =
  'grid grid-cols-[10.5rem_minmax(0,1fr)] content-start items-center gap-x-2.5 gap-y-1.5 max-[26rem]:grid-cols-[auto_minmax(0,1fr)] max-[26rem]:gap-x-3 max-[26rem]:gap-y-2 max-[18rem]:grid-cols-1'

const STACKED = 'max-[18rem]:col-auto max-[18rem]:row-auto'

/** Cells of `OPTIONS` by what is in them. */
export const OPTION_CELLS = {
  countryLabel: `col-start-1 row-start-1 ${STACKED}`,
  country: `col-start-1 row-start-2 max-[26rem]:col-start-2 max-[26rem]:row-start-1 ${STACKED}`,
  codeLabel: `col-start-2 row-start-1 max-[26rem]:col-start-1 max-[26rem]:row-start-2 ${STACKED}`,
  code: `col-start-2 row-start-2 ${STACKED}`,
  message: 'col-span-full',
} as const
