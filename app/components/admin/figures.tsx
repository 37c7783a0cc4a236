import { PageLink } from '../ui/page-link.tsx'

type Figure = { readonly label: string; readonly count: number | null; readonly href: string }

const NUMBER = new Intl.NumberFormat('en-GB')

/** Counts, each with a link to its list. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="stat">
      {figures.map(({ label, count, href }) => (
        <div key={label}>
          <dt>
            <PageLink to={href}>{label}</PageLink>
          </dt>
          <dd>{count === null ? '–' : NUMBER.format(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
