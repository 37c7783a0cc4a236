import { waitlistOffer } from '../../content/waitlist-words.ts'
import { WaitlistForm } from '../forms/waitlist-form.tsx'
import { usePageFacts } from '../page/use-page-facts.ts'
import { Picture } from '../ui/picture.tsx'
import { Lede } from '../ui/section.tsx'

/** The Vol. II waitlist form on the shop page. Spec: 2 Collection */
export function WaitlistBlock() {
  const { title, text } = waitlistOffer(usePageFacts())
  return (
    <section
      data-ground="theatre"
      className="py-section bg-lamp-midnight lamp-left"
      aria-labelledby="waitlist-title"
    >
      <div className="wrap grid items-center gap-column md:grid-cols-6-5">
        <Picture
          name="box-vol2-open"
          sizes="(max-width: 48rem) 92vw, 42rem"
          className="aspect-7/5 w-full object-contain"
        />
        <div>
          <h2 id="waitlist-title">{title}</h2>
          <Lede className="mt-4 text-mist">{text}</Lede>
          <WaitlistForm />
        </div>
      </div>
    </section>
  )
}
