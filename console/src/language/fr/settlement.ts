// French messages of settlements with custodians that pay and deliver themselves.

import type { settlement as en } from '../en/settlement.js';

export const settlement: Readonly<Record<keyof typeof en, string>> = {
  'approval.kind.CUSTODIAN_SETTLEMENT': 'Règlement de négociations par un dépositaire',
  'place.custodian-settlements': 'Règlements avec les dépositaires',
  'settlement.approve': 'Approuver',
  'settlement.approve.done': 'Règlement approuvé. Ses avis d’opéré sont réglés.',
  'settlement.approve.question':
    'Les avis d’opéré sont réglés à la date comptable, et le paiement est comptabilisé.',
  'settlement.choose': 'Choisir un dépositaire',
  'settlement.choose.notes': 'Sélectionner',
  'settlement.decided-by': 'Décidé par',
  'settlement.due': 'À régler le',
  'settlement.due.none': 'Rien n’est ouvert auprès de ce dépositaire',
  'settlement.due.none.hint':
    'Les avis d’opéré apparaissent ici jusqu’à ce qu’un paiement du dépositaire les règle.',
  'settlement.enter': 'Saisir le règlement',
  'settlement.entered': 'Règlement saisi. Une deuxième personne l’approuve.',
  'settlement.new': 'Nouveau règlement',
  'settlement.none': 'Aucun règlement avec un dépositaire',
  'settlement.none.hint':
    'Quand un dépositaire qui paie et livre lui-même a payé des avis d’opéré, saisissez ici son paiement.',
  'settlement.note': 'Avis d’opéré',
  'settlement.notes': 'Avis d’opéré',
  'settlement.number': 'Règlement',
  'settlement.office': 'Agence',
  'settlement.one': 'Règlement',
  'settlement.owed': 'Dû par le dépositaire',
  'settlement.pays': 'La société paie {amount} au dépositaire.',
  'settlement.pending': 'Dans le règlement',
  'settlement.receives': 'Le dépositaire paie {amount} à la société.',
  'settlement.reject': 'Rejeter',
  'settlement.reject.done': 'Règlement rejeté.',
  'settlement.reject.question': 'Ses avis d’opéré restent ouverts.',
  'settlement.reverse': 'Extourner',
  'settlement.reverse.done': 'Règlement extourné. Ses avis d’opéré sont de nouveau ouverts.',
  'settlement.reverse.question':
    'L’écriture inverse est comptabilisée, et les avis d’opéré sont de nouveau ouverts.',
  'settlement.reversed': 'Extourné',
  'settlement.settled': 'Réglé le',
  'settlement.side': 'Sens',
};
