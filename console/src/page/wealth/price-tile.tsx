// A dashboard panel with the number of price exceptions and the most serious ones.

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../../component/badge.js';
import { Panel } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';

const SHOWN_MAX = 5;

export function PriceTile(): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('wealth/price-exception/list', { query: { s: SHOWN_MAX } });
  return (
    <Panel title={t('place.price-exceptions')}>
      {data?.count === 0 && <p className="good">{t('price-exception.none')}</p>}
      {data !== undefined && data.count > 0 && (
        <div className="stack tight">
          <Link to="/price-exceptions" className="strong">
            {t('price-exception.count', { count: data.count })}
          </Link>
          <ul>
            {data.result.map(({ kind, subjectType, subjectId, name, label }) => (
              <li key={`${kind} ${subjectType} ${subjectId}`}>
                <Link to="/price-exceptions" search={{ kind }}>
                  <Badge state={kind} />
                </Link>{' '}
                {name} <span className="faint">{label}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}
