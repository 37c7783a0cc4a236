/** Facts about the company that only the owner can provide. @param missing descriptions of those that are missing */
export function MissingFacts({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return null
  return (
    <section className="tb" aria-labelledby="missing">
      <div className="cap">
        <h2 id="missing">Before the doors open</h2>
      </div>
      <div className="dup wanting">
        <div>
          <p className="muted small">
            Only you know these, and the law wants most of them shown. Until they are filled in, in{' '}
            <code>app/models/company.ts</code>, the pages leave them out and tell shoppers to write to us.
          </p>
        </div>
        <ul>
          {missing.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}
