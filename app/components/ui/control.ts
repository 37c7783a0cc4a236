import { cn } from './cn.ts'

/** Classes of a control, paper on every ground. The scroll margin keeps its error visible when it is focused. */
export const CONTROL =
  'min-h-control w-full rounded-board edge bg-leaf px-4 py-3 text-coal hover:border-coal focus-visible:border-gilt-ink aria-invalid:scroll-mb-28 aria-invalid:border-bad aria-invalid:shade-bad'

export const SELECT = cn(
  CONTROL,
  'arrow-down appearance-none pr-11 forced-colors:appearance-auto forced-colors:bg-none',
)
