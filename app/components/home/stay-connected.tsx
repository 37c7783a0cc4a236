import { SignupForm } from '../forms/signup-form.tsx'
import { Lede, Section, Split } from '../ui/section.tsx'

/** The mailing list. Spec: 2 Home, Stay Connected */
export function StayConnected() {
  return (
    // Nobody joins a list on paper: the form would stand there without its button.
    <Section aria-labelledby="join-title" className="print:hidden">
      <Split className="md:grid-cols-[5fr_6fr]">
        <div>
          <h2 id="join-title">Stay Connected</h2>
          <Lede className="mt-4 text-quiet">
            New volumes, new wands and the odd secret. We write when there is something to open.
          </Lede>
        </div>
        <SignupForm source="Homepage" variant="home" />
      </Split>
    </Section>
  )
}
