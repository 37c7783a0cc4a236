// `npm run doctor`: checks every service of the shop by calling it, with the same configuration as the server, and prints
// what was found and what to do. Ends with the status 0 only when the shop can open.
// In a container, where the shop is built already: node scripts/doctor.mjs
import { withBuild } from './ensure.mjs'

await withBuild(async ({ canOpen, examineEnvironment, formatFindings }) => {
  const findings = await examineEnvironment(process.env)
  console.log(formatFindings(findings))
  return canOpen(findings) ? 0 : 1
})
