import { Link } from 'react-router'

type Figure = { readonly label: string; readonly count: number | null; readonly href: string }

const NUMBER = new Intl.NumberFormat('en-GB')

/** Counts, each with a link to its list. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="stat">
      {figures.map(({ label, count, href }) => (
        <div key={label}>
          <dt>
            <Link to={href}>{label}</Link>
          </dt>
          <dd>{count === null ? '–' : NUMBER.format(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
