import type { PageFacts } from './page-facts.ts'

/** Spec: 2 Other pages, Waitlist */
export function waitlistHead(f: PageFacts) {
  return {
    title: 'The Vol.\u00a0II waitlist',
    text: `Vol. II: Magical You is a box in the shape of a book, with a star chart on the cover and you in the middle of it. Leave your name and email, and we will tell you when${f.isPreOrder ? ' it is' : ' the next ones are'} ready to ship.`,
  }
}

export function aboutWaitlist(f: PageFacts) {
  const order = f.isPreOrder ? 'pre-order' : 'order'
  return {
    text: `The waitlist holds no copy for you and costs nothing. To be sure of yours, ${order}.`,
    link: `${f.isPreOrder ? 'Pre-order' : 'Order'} Vol. II, from ${f.boxOnlyPrice}`,
  }
}

export function expectations(f: PageFacts) {
  const envelope = f.isPreOrder ? ', and the Gift Edition Envelope free while it is on pre-order.' : '.'
  return [
    { title: `Ships ${f.giftShipsNow}`, text: `Tracked, ${f.store.shipsWhere}.` },
    { title: `From ${f.boxOnlyPrice}`, text: `With a wand from ${f.classicSetPrice}${envelope}` },
    { title: 'One note, not twelve', text: 'We write when there is something to open.' },
  ]
}
