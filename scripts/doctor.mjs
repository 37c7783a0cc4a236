// `npm run doctor`: checks every service of the shop by calling it, with the same configuration as the server, and prints
// what was found and what to do. Ends with the status 0 only when the shop can open. `--json` prints the findings as JSON.
// In a container, where the shop is built already: node scripts/doctor.mjs
import { withBuild } from './ensure.mjs'

await withBuild(async ({ canOpen, examineEnvironment, formatFindings }, args) => {
  const findings = await examineEnvironment(process.env)
  const isOpenable = canOpen(findings)
  if (args.includes('--json')) console.log(JSON.stringify({ canOpen: isOpenable, findings }, null, 2))
  else console.log(formatFindings(findings))
  return isOpenable ? 0 : 1
})
