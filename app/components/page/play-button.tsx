import { Icon } from '../ui/icon.tsx'

/** The button on the poster of a film, which needs JavaScript. */
export function PlayButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="absolute bottom-6 left-6 inline-flex min-h-control items-center gap-3 rounded-full bg-veil py-1.5 pr-5 pl-2 font-semibold text-bone transition-colors hover:bg-pine max-2xs:left-2 max-2xs:pr-3 noscript:hidden print:hidden"
      onClick={onClick}
    >
      <span className="grid size-10 place-items-center rounded-full bg-gilt-bright text-coal">
        <Icon name="play" className="size-4" />
      </span>
      {label}
    </button>
  )
}
