import type { PictureName } from '../../models/pictures.ts'
import { useShop } from '../page/use-shop.ts'
import { Picture } from '../ui/picture.tsx'
import { Section, SectionHead } from '../ui/section.tsx'

const SIZES = '(max-width: 63.99rem) 37vw, 16.5rem'

function Step({
  number,
  title,
  text,
  picture,
}: {
  number: string
  title: string
  text: string
  picture: PictureName
}) {
  return (
    <li>
      {/* The hairline is above the picture. */}
      <div className="framed aspect-3/4 overflow-hidden rounded-board bg-[#0a1211] after:inset-2.5">
        <Picture name={picture} sizes={SIZES} alt="" className="absolute inset-0 size-full object-cover" />
      </div>
      <h3 className="mt-5 text-[1.5rem] max-[34rem]:mt-3.5 max-[34rem]:text-[1.1875rem]">
        <span
          aria-hidden="true"
          className="mb-1.5 block text-[1.125rem] text-accent max-[34rem]:mb-1 max-[34rem]:text-[1rem]"
        >
          {number}
        </span>
        {title}
      </h3>
      <p className="mt-2 text-[1rem] leading-normal text-quiet max-[34rem]:text-sm">{text}</p>
    </li>
  )
}

/** How the box works, in four steps. Spec: 2 Home, How It Works */
export function HowItWorks() {
  const us = useShop().market === 'us'
  return (
    <Section ground="bottle" aria-labelledby="how-title">
      <SectionHead>
        <h2 id="how-title">How It Works</h2>
      </SectionHead>
      <ol className="grid grid-cols-2 gap-x-gap gap-y-10 max-[34rem]:gap-x-4 max-[34rem]:gap-y-7 max-[18rem]:grid-cols-1 lg:grid-cols-4 lg:gap-gap">
        <Step
          number="I"
          title="Choose Your Edition"
          text={
            us
              ? 'Vol. II: Magical You, with a wand or without.'
              : 'Phoenix or Magical You, with a wand or without.'
          }
          picture={us ? 'product-vol2-closed' : 'both-volumes'}
        />
        <Step number="II" title="Touch Your Wand" text="Rest the tip on the triangle." picture="vol2-touch" />
        <Step
          number="III"
          title="Watch It Unlock"
          text="The catch lets go and the cover lifts."
          picture="vol2-unlock"
        />
        <Step
          number="IV"
          title="Store Your Treasures"
          text="Close it, and it is a book on a shelf."
          picture="vol2-shelf"
        />
      </ol>
    </Section>
  )
}
