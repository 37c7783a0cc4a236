import type { AuditEntry } from '../backend/audit.server.ts'
import type { Services } from '../compose.server.ts'

type AuditServices = Pick<Services, 'backend' | 'log'>

/**
 * Does something that the audit trail has to know of: written down first, so that nothing is done in secret, and
 * once more when it then came to nothing.
 * @param work returns false when there was nothing to do it to
 * @throws UpstreamError when it could not be written down or done
 */
export async function audited<T>(
  services: AuditServices,
  entry: AuditEntry,
  work: () => Promise<T | false>,
): Promise<T | false> {
  await services.backend.recordAudit(entry)
  try {
    const done = await work()
    if (done === false) await recordFailure(services, entry)
    return done
  } catch (error) {
    await recordFailure(services, entry)
    throw error
  }
}

async function recordFailure({ backend, log }: AuditServices, entry: AuditEntry): Promise<void> {
  const failed = { ...entry, detail: { ...entry.detail, failed: true } }
  await backend.recordAudit(failed).catch((error: unknown) => {
    log.warn({ err: error, action: entry.action }, 'failure not written to the audit trail')
  })
}
