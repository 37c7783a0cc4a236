import { LegalDocument } from '#app/components/legal/legal-document.tsx'
import { pageMeta } from '#app/components/page/page-meta.ts'
import { usePageFacts } from '#app/components/page/use-page-facts.ts'
import { Lede } from '#app/components/ui/section.tsx'
import { PRIVACY_HEAD, privacySections } from '#app/content/legal/privacy.ts'
import type { Route } from './+types/privacy-policy'
import { pageHead } from './page-head.server.ts'

export const meta: Route.MetaFunction = pageMeta

export const loader = async ({ context }: Route.LoaderArgs) => ({
  head: await pageHead(context, '/privacy-policy'),
})

export default function PrivacyPolicy() {
  const facts = usePageFacts()
  return (
    <LegalDocument title={PRIVACY_HEAD.title} updated={facts.policyUpdated} sections={privacySections(facts)}>
      <Lede className="mt-4 text-quiet">{PRIVACY_HEAD.text}</Lede>
    </LegalDocument>
  )
}
