// The firm's bond ladder, with all upcoming coupons and redemptions.

import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DateField } from '../../component/date-field.js';
import { Page } from '../../component/page.js';
import { useSpeech } from '../../lib/language.js';
import { BondLadder } from './bond-ladder.js';
import { EventLinks } from './event-links.js';

const route = getRouteApi('/bonds');

export function Bonds(): ReactNode {
  const { t } = useSpeech();
  const { until } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: string | undefined) =>
    void navigate({ search: { until: next }, replace: true });
  return (
    <Page title={t('place.bonds')} actions={<EventLinks />}>
      <search className="filters">
        <DateField isInline label={t('bonds.until')} value={until} onChange={show} />
      </search>
      <BondLadder until={until} />
    </Page>
  );
}
