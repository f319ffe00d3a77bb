// The filters of the blotter. Each change updates the URL, and the server's query is built from the
// URL.

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../component/button.js';
import { DateField } from '../../component/date-field.js';
import { SearchBox } from '../../component/search-box.js';
import { useSpeech } from '../../lib/language.js';
import { type OrderSearch, SIDES, STATUSES } from './search.js';

interface FiltersProps {
  readonly search: OrderSearch;
  readonly onChange: (change: OrderSearch) => void;
  readonly children: ReactNode;
}

export function OrderFilters({ search, onChange, children }: FiltersProps): ReactNode {
  const { t, word } = useSpeech();
  const { q, status, side, sd, ed, agentName, custodianName } = search;
  const isFiltered = [q, status, side, sd, ed, agentName, custodianName].some(
    (value) => value !== undefined,
  );
  return (
    <search className="filters">
      <SearchBox value={search.q} label={t('order.search')} onChange={(q) => onChange({ q })} />
      <select
        className="input"
        aria-label={t('order.status')}
        value={search.status ?? ''}
        onChange={(event) =>
          onChange({ status: STATUSES.find((each) => each === event.target.value) })
        }
      >
        <option value="">{t('order.status.all')}</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {word(status)}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label={t('order.side')}
        value={search.side ?? ''}
        onChange={(event) => onChange({ side: SIDES.find((each) => each === event.target.value) })}
      >
        <option value="">{t('order.side.all')}</option>
        {SIDES.map((side) => (
          <option key={side} value={side}>
            {word(side)}
          </option>
        ))}
      </select>
      <DateField label={t('field.from')} value={search.sd} onChange={(sd) => onChange({ sd })} />
      <DateField label={t('field.to')} value={search.ed} onChange={(ed) => onChange({ ed })} />
      {agentName !== undefined && (
        <span className="badge live">{`${t('order.agent')} ${agentName}`}</span>
      )}
      {custodianName !== undefined && (
        <span className="badge live">{`${t('order.custodian')} ${custodianName}`}</span>
      )}
      {isFiltered && (
        <Button
          tone="quiet"
          label={t('order.clear')}
          onPress={() =>
            onChange({
              ...{ q: undefined, status: undefined, side: undefined },
              ...{ sd: undefined, ed: undefined },
              ...{ agentName: undefined, custodianName: undefined },
            })
          }
        >
          <X aria-hidden />
        </Button>
      )}
      <span className="grow" />
      {children}
    </search>
  );
}
