import { LegalDocument } from '../../components/legal/legal-document.tsx'
import { pageMeta } from '../../components/page/page-meta.ts'
import { usePageFacts } from '../../components/page/use-page-facts.ts'
import { Lede } from '../../components/ui/section.tsx'
import { PRIVACY_HEAD, privacySections } from '../../content/legal/privacy-content.ts'
import type { Route } from './+types/privacy-policy'
import { pageHead } from './page-head.server.ts'

export const meta: Route.MetaFunction = pageMeta

export const loader = ({ context }: Route.LoaderArgs) => ({ head: pageHead(context, '/privacy-policy') })

export default function PrivacyPolicy() {
  const facts = usePageFacts()
  return (
    <LegalDocument title={PRIVACY_HEAD.title} updated={facts.policyUpdated} sections={privacySections(facts)}>
      <Lede className="mt-4 text-quiet">{PRIVACY_HEAD.text}</Lede>
    </LegalDocument>
  )
}
