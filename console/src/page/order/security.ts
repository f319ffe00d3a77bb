// The security of a ticket, found in the list of securities that the ticket has loaded.

import type { ItemOf } from '@countinghouse/sdk';
import { useRead } from '../../lib/api.js';

const SECURITIES_MAX = 500;

export type ChosenSecurity = ItemOf<'order/security/list/active'>;

export function useSecurities(): readonly ChosenSecurity[] {
  const asked = { query: { s: SECURITIES_MAX } };
  return useRead('order/security/list/active', asked).data?.result ?? [];
}

export function useSecurity(code: string): ChosenSecurity | undefined {
  return useSecurities().find(({ name }) => name === code);
}
