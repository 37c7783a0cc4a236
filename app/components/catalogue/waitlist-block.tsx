import { WaitlistForm } from '../forms/waitlist-form.tsx'
import { usePageFacts } from '../page/use-page-facts.ts'
import { Picture } from '../ui/picture.tsx'
import { Lede } from '../ui/section.tsx'

/** The Vol. II waitlist form on the shop page. Spec: 2 Collection */
export function WaitlistBlock() {
  const { isPreOrder } = usePageFacts()
  return (
    <section
      data-ground="theatre"
      className="py-section lamp-midnight [--lamp:28%_45%]"
      aria-labelledby="waitlist-title"
    >
      <div className="wrap grid items-center gap-[clamp(2rem,5vw,5rem)] md:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <Picture
          name="box-vol2-open"
          sizes="(max-width: 48rem) 92vw, 42rem"
          className="aspect-[1/0.7] w-full object-contain"
        />
        <div>
          <h2 id="waitlist-title">
            Join the <span className="whitespace-nowrap">Vol. II</span> waitlist
          </h2>
          <Lede className="mt-4 text-[#cfd5e6]">
            Not ready to {isPreOrder ? 'pre-order' : 'order'}? Leave your name and email, and we will tell you
            when{' '}
            {isPreOrder ? 'Vol.\u00a0II: Magical You is' : 'the next copies of Vol.\u00a0II: Magical You are'}{' '}
            ready to ship.
          </Lede>
          <WaitlistForm />
        </div>
      </div>
    </section>
  )
}
