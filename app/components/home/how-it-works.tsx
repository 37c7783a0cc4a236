import { HOW_IT_WORKS, howItWorksSteps } from '../../content/home-words.ts'
import { useShop } from '../page/use-shop.ts'
import { Picture } from '../ui/picture.tsx'
import { Section, SectionHead } from '../ui/section.tsx'

const SIZES = '(max-width: 63.99rem) 37vw, 16.5rem'

function Step({ number, title, text, picture }: ReturnType<typeof howItWorksSteps>[number]) {
  return (
    <li>
      {/* The hairline is above the picture. */}
      <div className="framed aspect-3/4 overflow-hidden rounded-board bg-soot after:inset-2">
        <Picture name={picture} sizes={SIZES} alt="" className="absolute inset-0 size-full object-cover" />
      </div>
      <h3 className="mt-5 text-xl max-md:text-lg">
        <span aria-hidden="true" className="mb-1.5 block text-base text-accent">
          {number}
        </span>
        {title}
      </h3>
      <p className="mt-2 text-md leading-normal text-quiet max-md:text-sm">{text}</p>
    </li>
  )
}

/** How the box works, in four steps. Spec: 2 Home, How It Works */
export function HowItWorks() {
  const { market } = useShop()
  return (
    <Section ground="bottle" aria-labelledby="how-title">
      <SectionHead>
        <h2 id="how-title">{HOW_IT_WORKS}</h2>
      </SectionHead>
      <ol className="grid grid-cols-2 gap-x-gap gap-y-10 max-md:gap-x-4 max-md:gap-y-8 max-2xs:grid-cols-1 lg:grid-cols-4 lg:gap-gap">
        {howItWorksSteps(market).map((step) => (
          <Step key={step.number} {...step} />
        ))}
      </ol>
    </Section>
  )
}
