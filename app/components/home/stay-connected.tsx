import { SignupForm } from '../forms/signup-form.tsx'

/** The mailing list. Spec: 2 Home, Stay Connected signup form */
export function StayConnected() {
  return (
    <section className="sec" aria-labelledby="join-title">
      <div className="wrap join">
        <div>
          <h2 id="join-title">Stay Connected</h2>
          <p className="lede muted">
            New volumes, new wands and the odd secret. We write when there is something to open.
          </p>
        </div>
        <SignupForm source="Homepage" variant="home" />
      </div>
    </section>
  )
}
