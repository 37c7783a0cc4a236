import type { FaqCategory, FaqItem } from '../../content/faq/faq-types.ts'
import { RichText } from '../page/rich-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { Bullets } from '../ui/list.tsx'

/** A category of questions, of which one is open at a time. Spec: 2 Other pages, FAQ */
export function FaqSection({ category }: { category: FaqCategory }) {
  return (
    <section id={category.id} aria-labelledby={`h-${category.id}`} className="not-first:mt-band">
      <h2 id={`h-${category.id}`} className="mb-4 text-subhead">
        {category.title}
      </h2>
      <div className="border-t border-gilt">
        {category.items.map((item) => (
          <Question key={item.id} item={item} group={`faq-${category.id}`} />
        ))}
      </div>
    </section>
  )
}

/** The anchor is inside the `details`, so that browsers open the question when a link points to it. */
function Question({ item, group }: { item: FaqItem; group: string }) {
  return (
    <details name={group} className="group border-b border-line print:break-inside-avoid">
      <summary className="flex min-h-16 items-center justify-between gap-6 py-4 hover:text-accent print:min-h-0">
        <h3 className="font-text text-base leading-snug font-semibold">{item.question}</h3>
        <Icon name="down" className="text-accent transition-transform group-open:rotate-180 print:hidden" />
      </summary>
      {/* Following a link to an answer leaves its question in view. */}
      <div id={`q-${item.id}`} className="-mt-0.5 scroll-mt-20 space-y-3 pr-2 pb-6 text-quiet md:pr-12">
        {item.answer.map((text) => (
          <p key={text}>
            <RichText text={text} />
          </p>
        ))}
        {item.list ? (
          <Bullets
            lines={item.list.map((text) => <RichText key={text} text={text} />)}
            className="gap-1.5 text-base"
          />
        ) : null}
      </div>
    </details>
  )
}
