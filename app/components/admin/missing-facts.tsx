import { AdminCard, AdminSection } from './admin-section.tsx'

/** Facts about the company that only the owner can provide. @param missing descriptions of those that are missing */
export function MissingFacts({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return null
  return (
    <AdminSection id="missing" title="Before the doors open">
      <AdminCard>
        <div>
          <p className="text-sm text-quiet">
            Only you know these, and the law wants most of them shown. Until they are filled in, in{' '}
            <code>app/models/company.ts</code>, the pages leave them out and tell shoppers to write to us.
          </p>
        </div>
        <ul className="columns-[15rem] gap-x-8 text-sm">
          {missing.map((fact) => (
            <li key={fact} className="break-inside-avoid border-b border-dotted border-edge py-1">
              {fact}
            </li>
          ))}
        </ul>
      </AdminCard>
    </AdminSection>
  )
}
