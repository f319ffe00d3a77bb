// The versions of the valuation policies, and the form to propose the next one.

import { Scale } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../component/button.js';
import type { Column } from '../../component/data-grid.js';
import { ListPage } from '../../component/list-page.js';
import { useRead } from '../../lib/api.js';
import { type Format, useFormat } from '../../lib/format.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { useOfficeName } from '../../lib/office.js';
import { useMay } from '../../lib/permission.js';
import type { Policy } from './policy.js';
import { PolicyForm } from './policy-form.js';

const HOUSE = { x: 'HOUSE', s: 1 };

interface Shown {
  readonly speech: Speech;
  readonly format: Format;
  readonly officeName: (code: string) => string;
}

function columnsOf({ speech: { t }, format, officeName }: Shown): readonly Column<Policy>[] {
  return [
    {
      id: 'office',
      header: t('policy.office'),
      widthPx: 220,
      grow: true,
      cell: ({ businessOfficeName: code }) => (
        <span className="strong">{code === undefined ? t('policy.house') : officeName(code)}</span>
      ),
    },
    {
      id: 'version',
      header: t('policy.version'),
      widthPx: 80,
      end: true,
      cell: ({ version }) => version,
    },
    {
      id: 'from',
      header: t('policy.valid-from'),
      widthPx: 130,
      cell: ({ validFrom }) => format.day(validFrom),
    },
    {
      id: 'bills',
      header: t('policy.bills'),
      widthPx: 190,
      cell: ({ method }) => t(`policy.method.${method.BILL}`),
    },
    {
      id: 'paper',
      header: t('policy.paper'),
      widthPx: 190,
      cell: ({ method }) => t(`policy.method.${method.PAPER}`),
    },
    {
      id: 'stale',
      header: t('policy.stale'),
      widthPx: 300,
      cell: ({ staleAfterDays: { EQUITY, BOND, RATE } }) => `${EQUITY} · ${BOND} · ${RATE}`,
    },
    {
      id: 'unusable',
      header: t('policy.unusable'),
      widthPx: 320,
      cell: ({ unusableAfterDays: { EQUITY = '–', BOND = '–', FUND = '–' } = {} }) =>
        `${EQUITY} · ${BOND} · ${FUND}`,
    },
    {
      id: 'timing',
      header: t('policy.flow-timing'),
      widthPx: 240,
      cell: ({ flowTiming }) => t(`policy.flow-timing.${flowTiming}`),
    },
    {
      id: 'capital',
      header: t('policy.smallest-capital'),
      widthPx: 150,
      end: true,
      cell: ({ smallestCapital }) => format.amount(smallestCapital),
    },
  ];
}

export function Policies(): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const officeName = useOfficeName();
  const mayPropose = useMay('wealth.valuation-policy.propose');
  const house = useRead('wealth/policy/list', { query: HOUSE }).data?.result[0];
  const [base, setBase] = useState<Policy>();
  const columns = useMemo(
    () => columnsOf({ speech, format, officeName }),
    [speech, format, officeName],
  );
  return (
    <>
      <ListPage<Policy>
        title={t('place.valuation-policy')}
        list={{ to: 'wealth/policy/list', query: {} }}
        columns={columns}
        empty={{ title: t('policy.none'), hint: t('policy.none.hint') }}
        {...(mayPropose && { onOpen: setBase })}
        actions={
          mayPropose && (
            <Button tone="primary" isDisabled={!house} onPress={() => setBase(house)}>
              <Scale aria-hidden />
              {t('policy.propose')}
            </Button>
          )
        }
      />
      {base !== undefined && <PolicyForm base={base} onClose={() => setBase(undefined)} />}
    </>
  );
}
