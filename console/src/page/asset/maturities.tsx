// The firm's maturity ladder shows the payouts of all running placements by day, week or month.

import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Segment } from '../../component/field.js';
import { Page } from '../../component/page.js';
import { useSpeech } from '../../lib/language.js';
import { Ladder } from './ladder.js';
import { LADDER_STEPS } from './step.js';

const route = getRouteApi('/maturities');

export function Maturities(): ReactNode {
  const { t } = useSpeech();
  const { by = 'MONTH' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page
      title={t('place.maturities')}
      actions={
        <Segment
          legend={t('ladder.by')}
          name="by"
          chosen={by}
          options={LADDER_STEPS.map((value) => ({ value, label: t(`ladder.by.${value}`) }))}
          onChange={({ target }) => {
            const step = LADDER_STEPS.find((each) => each === target.value);
            void navigate({ search: { by: step }, replace: true });
          }}
        />
      }
    >
      <Ladder by={by} />
    </Page>
  );
}
