import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { GAUGES, type GaugeName, type Metrics } from './metrics.ts'

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60]

/** Counts for Prometheus, with the metrics of the process: memory, CPU, event loop. */
export function createPrometheus(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'norte_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const latency = new Histogram({
    name: 'norte_http_request_duration_seconds',
    help: 'How long answers took.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const limited = new Counter({
    name: 'norte_requests_limited_total',
    help: 'Requests and messages refused because their sender had too many.',
    registers,
  })
  const mails = new Counter({
    name: 'norte_mails_total',
    help: 'Attempts to send a mail.',
    labelNames: ['outcome'],
    registers,
  })
  const jobs = new Counter({
    name: 'norte_jobs_total',
    help: 'Attempts of jobs.',
    labelNames: ['queue', 'outcome'],
    registers,
  })
  const jobTimes = new Histogram({
    name: 'norte_job_duration_seconds',
    help: 'How long attempts of jobs took.',
    labelNames: ['queue'],
    buckets: JOB_SECONDS,
    registers,
  })
  const timers = new Counter({
    name: 'norte_timers_total',
    help: 'Timers that fired or failed.',
    labelNames: ['outcome'],
    registers,
  })
  // An alert on a series that is not there never fires.
  for (const outcome of ['sent', 'failed', 'refused']) mails.inc({ outcome }, 0)
  for (const outcome of ['fired', 'failed']) timers.inc({ outcome }, 0)
  return {
    answered({ method, route, status, seconds }) {
      requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` })
      latency.observe({ method, route }, seconds)
    },
    limited: () => limited.inc(),
    mailed: (outcome) => mails.inc({ outcome }),
    worked({ queue, outcome, seconds }) {
      jobs.inc({ queue, outcome })
      jobTimes.observe({ queue }, seconds)
    },
    timed: (outcome) => timers.inc({ outcome }),
    async page(measured) {
      // Made for each answer: a gauge that nobody could measure now must not show an old value, or 0.
      const moment = new Registry()
      const gauges = new Map<GaugeName, Gauge>()
      for (const { name, value, labels = {} } of measured) {
        const { help, labels: labelNames } = GAUGES[name]
        const gauge = gauges.get(name) ?? new Gauge({ name, help, labelNames, registers: [moment] })
        gauges.set(name, gauge)
        gauge.set(labels, value)
      }
      const texts = await Promise.all([registry.metrics(), moment.metrics()])
      return { type: registry.contentType, text: texts.join('') }
    },
  }
}
