// What a start warns of: settings that work, but hardly as they were meant.

import type { Config } from '../config/config.js';
import { isLoopback } from '../platform/http/metrics/access.js';

type Settings = Pick<
  Config,
  'host' | 'smtpUrl' | 'publicUrl' | 'metricsToken' | 'metricsAddress' | 'roles' | 'exchangeRoutes'
>;

/** A sentence for each setting that is missing beside others. */
export function startWarnings(settings: Settings): readonly string[] {
  const { host, smtpUrl, publicUrl, metricsToken, metricsAddress } = settings;
  const { roles, exchangeRoutes } = settings;
  const warnings: string[] = [];
  if (smtpUrl !== undefined && publicUrl === undefined) {
    warnings.push(
      'Links in mails lead to this machine: set COUNTINGHOUSE_PUBLIC_URL to the address at which ' +
        'others reach the server.',
    );
  }
  if (!roles.includes('fix') && roles.includes('http') && exchangeRoutes.length === 0) {
    warnings.push(
      'Orders that this node takes wait as BOOKED: its settings name no session with an ' +
        'exchange. Give it the sessions of the nodes with the role fix.',
    );
  }
  if (metricsToken !== undefined) return warnings;
  if (metricsAddress === undefined) {
    if (isLoopback(host)) return warnings;
    warnings.push(
      '/metrics answers this machine alone: set COUNTINGHOUSE_METRICS_TOKEN or ' +
        'COUNTINGHOUSE_METRICS_ADDRESS to read it from another one.',
    );
  } else if (!isLoopback(hostOf(metricsAddress))) {
    warnings.push(
      'COUNTINGHOUSE_METRICS_ADDRESS serves every machine that reaches it: set ' +
        'COUNTINGHOUSE_METRICS_TOKEN as well.',
    );
  }
  return warnings;
}

function hostOf(address: string): string {
  return address.slice(0, address.lastIndexOf(':')).replaceAll(/[[\]]/g, '');
}
