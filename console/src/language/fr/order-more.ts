// French messages for the ticket's collapsed section and the terms that it sets.

import type { orderMore as english } from '../en/order-more.js';

export const orderMore: Readonly<Record<keyof typeof english, string>> = {
  'order.agent': 'Apporteur',
  'order.at-most': 'Au plus {units} unités avec les liquidités du client, frais compris.',
  'order.at-most.use': 'Utiliser',
  'order.book': 'Enregistrer l’ordre',
  'order.booked': 'Ordre {id} enregistré. Il partira au retour de {exchange}.',
  'order.custodian': 'Dépositaire',
  'order.measure': 'Taille de l’ordre',
  'order.measure.QUANTITY': 'Unités',
  'order.measure.VALUE': 'Montant',
  'order.more': 'Plus',
  'order.more.adjusted': 'Ajusté à la date de détachement',
  'order.more.agent.default': 'L’apporteur du client',
  'order.more.agentName': 'Apporteur',
  'order.more.commissionGroupName': 'Groupe de commission',
  'order.more.custodian.default': 'Celui du portefeuille',
  'order.more.custodianName': 'Dépositaire',
  'order.more.doNotAdjust': 'Dividendes',
  'order.more.doNotAdjust.long':
    'Ne pas ajuster les prix de cet ordre au détachement d’un dividende',
  'order.more.exempt': 'Exempté d’ajustement à la date de détachement',
  'order.more.followed-by': 'Suivi par',
  'order.more.group.default': 'Le groupe du client',
  'order.more.group.overridden': '{group}, choisi par {who}',
  'order.more.instructions.hint': 'Imprimées sur l’avis d’opéré. Vide : celles du portefeuille.',
  'order.more.keeps': 'Imprimées sur l’avis d’opéré. Vide : sans changement.',
  'order.more.reference.keeps': 'Ordre de référence (vide : sans changement)',
  'order.more.referenceOrderId': 'Ordre de référence',
  'order.more.settlementInstructions': 'Instructions de règlement',
  'order.value.hint': 'Hors frais. Les unités sont des lots entiers dans ce montant.',
  'order.value.units': '{units} unités à {price}\u00a0: {value} hors frais',
};
