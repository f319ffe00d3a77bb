// Warnings at startup about settings that are valid but probably unintended.

import type { Config } from '../config/config.js';
import { isLoopback } from '../platform/http/request/this-machine.js';

type Settings = Pick<
  Config,
  'host' | 'smtpUrl' | 'publicUrl' | 'metricsToken' | 'metricsAddress' | 'roles' | 'exchangeRoutes'
>;

/** Returns a warning for each missing setting that other settings need. */
export function startWarnings(settings: Settings): readonly string[] {
  const { host, smtpUrl, publicUrl, metricsToken, metricsAddress } = settings;
  const { roles, exchangeRoutes } = settings;
  const warnings: string[] = [];
  if (smtpUrl !== undefined && publicUrl === undefined) {
    warnings.push(
      'Links in e-mails point to this machine: set COUNTINGHOUSE_PUBLIC_URL to the address at ' +
        'which other machines reach the server.',
    );
  }
  if (!roles.includes('fix') && roles.includes('http') && exchangeRoutes.length === 0) {
    warnings.push(
      'Orders of this node stay BOOKED, because its settings contain no exchange ' +
        'session. Add the sessions that are set on the nodes with the role fix.',
    );
  }
  if (metricsToken !== undefined) return warnings;
  if (metricsAddress === undefined) {
    if (isLoopback(host)) return warnings;
    warnings.push(
      '/metrics is served only to this machine: set COUNTINGHOUSE_METRICS_TOKEN or ' +
        'COUNTINGHOUSE_METRICS_ADDRESS to read it from another machine.',
    );
  } else if (!isLoopback(hostOf(metricsAddress))) {
    warnings.push(
      'COUNTINGHOUSE_METRICS_ADDRESS can be read by every machine that can reach it: set ' +
        'COUNTINGHOUSE_METRICS_TOKEN as well.',
    );
  }
  return warnings;
}

function hostOf(address: string): string {
  return address.slice(0, address.lastIndexOf(':')).replaceAll(/[[\]]/g, '');
}
