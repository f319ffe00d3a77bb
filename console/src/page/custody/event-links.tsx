// Links between the lists of corporate actions, the bond ladder, elections and market claims.

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';

export function EventLinks(): ReactNode {
  const { t } = useSpeech();
  const mayElections = useMay('custody.election.read');
  const mayClaims = useMay('custody.market-claim.read');
  const mayBonds = useMay('custody.entitlement.read');
  return (
    <>
      <Link to="/corporate-actions">{t('place.corporate-actions')}</Link>
      <Link to="/corporate-actions" search={{ kind: 'INTR', by: 'PAYMENT' }}>
        {t('event.coupons')}
      </Link>
      {mayBonds && <Link to="/bonds">{t('place.bonds')}</Link>}
      {mayElections && <Link to="/elections">{t('place.elections')}</Link>}
      {mayClaims && <Link to="/market-claims">{t('place.market-claims')}</Link>}
    </>
  );
}
