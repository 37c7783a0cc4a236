import { cn } from './cn.ts'

/** The path of each icon in a square of 24. */
const PATHS = {
  alert: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0m10-4v4m0 4h.01',
  arrow: 'M5 12h14m-7-7 7 7-7 7',
  bag: 'M6 2 3 6v14q0 2 2 2h14q2 0 2-2V6l-3-4ZM3 6h18M16 10a4 4 0 0 1-8 0',
  check: 'M20 6 9 17l-5-5',
  clock: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0m10-6v6l4 2',
  close: 'M18 6 6 18M6 6l12 12',
  copy: 'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2M4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2',
  down: 'm6 9 6 6 6-6',
  download: 'M12 15V3m0 12-4-4m4 4 4-4M3 17v3a1 1 0 0 0 1 1h16a1 1 0 0 0 1-1v-3',
  external: 'M15 3h6v6m0-6L10 14m8-1v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6',
  globe: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 2a15 15 0 0 0 0 20 15 15 0 0 0 0-20M2 12h20',
  left: 'm15 18-6-6 6-6',
  lock: 'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2m2 0V7a5 5 0 0 1 10 0v4',
  mail: 'M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2m18 3-9.3 5.7a2 2 0 0 1-2.4 0L2 7',
  menu: 'M4 6h16M4 12h16M4 18h16',
  minus: 'M5 12h14',
  play: 'M7 4v16l13-8z',
  plus: 'M5 12h14m-7-7v14',
  retry: 'M3 12a9 9 0 1 0 9-9 9.7 9.7 0 0 0-6.7 2.7L3 8m0-5v5h5',
  right: 'm9 18 6-6-6-6',
  'sign-out': 'M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4m7 14 5-5-5-5m5 5H9',
  truck:
    'M14 18V6q0-2-2-2H4Q2 4 2 6v11q0 1 1 1h2m10 0H9m10 0h2q1 0 1-1v-4l-4-5h-4m1 10a2 2 0 1 0 4 0 2 2 0 1 0-4 0M5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  wand: 'm21.6 3.6-1.3-1.2a1.2 1.2 0 0 0-1.7 0L2.4 18.6a1.2 1.2 0 0 0 0 1.7l1.2 1.3a1.2 1.2 0 0 0 1.8 0L21.6 5.4a1.2 1.2 0 0 0 0-1.8M14 7l3 3',
  warning: 'm21.7 18-8-14a2 2 0 0 0-3.4 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.7-3M12 9v4m0 4h.01',
}

export type IconName = keyof typeof PATHS

/** A line icon, ignored by screen readers: the text next to it has its meaning. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      className={cn('size-[1.25em] flex-none forced-color-adjust-auto', className)}
      viewBox="0 0 24 24"
      fill={name === 'play' ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
