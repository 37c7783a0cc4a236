import { Link } from 'react-router'

type Figure = { readonly label: string; readonly count: number | null; readonly href: string }

const NUMBER = new Intl.NumberFormat('en-GB')

/** Counts, each with a link to its list. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="mt-7 grid grid-cols-2 gap-px overflow-hidden rounded-board bg-line shadow-[0_1px_2px_#15191a1f] md:grid-cols-4 lg:grid-cols-7">
      {figures.map(({ label, count, href }) => (
        <div
          key={label}
          className="flex flex-col-reverse bg-plate px-4.5 py-4 last:odd:col-span-2 md:px-5.5 md:py-5 lg:last:odd:col-span-1"
        >
          <dt className="text-hint text-quiet">
            <Link className="inline-flex min-h-6" to={href}>
              {label}
            </Link>
          </dt>
          <dd className="text-[1.75rem] leading-[1.15] font-semibold">
            {count === null ? '–' : NUMBER.format(count)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
