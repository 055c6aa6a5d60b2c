'use strict';
// Search, filters and keys over what the page already says. Texts of the plan are compared, never made into markup.
(() => {
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const search = one('#search');
  const keys = one('#keys');
  const links = all('nav a[data-from]');
  const buttons = all('button[data-kind]');
  const changes = all('li.change').map((row) => ({
    row,
    kind: row.dataset.kind,
    module: Number(row.dataset.module),
  }));
  const others = all('li.item:not(.change)').map((row) => ({ row }));
  const groups = all('details.group');
  let module = null;

  const textOf = (item) => {
    // Lower case of thousands of rows costs time: only once, and only when somebody searches.
    item.text ??= (item.row.querySelector('summary') ?? item.row).textContent.toLowerCase();
    return item.text;
  };

  const apply = () => {
    if (!search) return;
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const kinds = new Set(buttons.filter(isPressed).map((button) => button.dataset.kind));
    const found = (item) => words.every((word) => textOf(item).includes(word));
    const inModule = (item) =>
      module === null || (Number(module.dataset.from) <= item.module && item.module <= Number(module.dataset.to));
    let shown = 0;
    for (const item of changes) {
      const visible = (kinds.size === 0 || kinds.has(item.kind)) && inModule(item) && found(item);
      if (item.row.hidden === visible) item.row.hidden = !visible;
      shown += visible ? 1 : 0;
    }
    // Kinds and modules are about changes: no finding vanishes because of them.
    for (const item of others) item.row.hidden = !found(item);
    for (const group of groups) group.hidden = !group.querySelector('li.item:not([hidden])');
    one('#shown').textContent = `${shown} of ${changes.length} changes shown`;
  };

  const isPressed = (control) => control.getAttribute('aria-pressed') === 'true';
  const press = (control, pressed) => control.setAttribute('aria-pressed', String(pressed));

  const choose = (link) => {
    module = link === module ? null : link;
    for (const other of links) press(other, other === module);
    apply();
  };

  const clear = () => {
    if (!search) return;
    search.value = '';
    for (const button of buttons) press(button, false);
    module = null;
    for (const link of links) press(link, false);
    apply();
  };

  const isVisible = (summary) => summary.offsetParent !== null;
  const step = (forward) => {
    const summaries = all('main summary').filter((summary) => !summary.closest('[hidden]'));
    const here = document.activeElement?.closest?.('summary');
    let at = here ? summaries.indexOf(here) : forward ? -1 : summaries.length;
    do {
      at += forward ? 1 : -1;
    } while (summaries[at] && !isVisible(summaries[at]));
    summaries[at]?.focus();
    summaries[at]?.scrollIntoView({ block: 'nearest' });
  };

  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!target) return;
    if (target.closest('[hidden]')) clear();
    for (let around = target.closest('details'); around; around = around.parentElement.closest('details')) {
      around.open = true;
    }
    const own = target.matches('details') ? target : target.querySelector(':scope > details');
    if (own) own.open = true;
    target.scrollIntoView();
    own?.firstElementChild.focus({ preventScroll: true });
  };

  const openAll = (button) => {
    const shown = changes.filter((item) => !item.row.hidden).map((item) => item.row.firstElementChild)
      .filter((child) => child.matches('details'));
    const open = !shown.every((details) => details.open);
    for (const details of shown) details.open = open;
    button.textContent = open ? 'Close all' : 'Open all';
  };

  if (search) {
    one('#controls').hidden = false;
    let waiting;
    search.addEventListener('input', () => {
      clearTimeout(waiting);
      waiting = setTimeout(apply, 80);
    });
    for (const button of buttons) {
      button.addEventListener('click', () => {
        press(button, !isPressed(button));
        apply();
      });
    }
    for (const link of links) {
      link.setAttribute('role', 'button');
      press(link, false);
      link.addEventListener('click', (event) => {
        event.preventDefault();
        choose(link);
      });
      link.addEventListener('keydown', (event) => {
        if (event.key === ' ') {
          event.preventDefault();
          choose(link);
        }
      });
    }
    one('#clear').addEventListener('click', clear);
    one('#open').addEventListener('click', (event) => openAll(event.currentTarget));
    one('#help').addEventListener('click', () => keys.showModal());
    apply();
  }
  one('#close').addEventListener('click', () => keys.close());
  addEventListener('hashchange', reveal);
  // A link that leads to where the page already is changes no hash.
  document.addEventListener('click', (event) => {
    const link = event.target.closest('main a[href^="#"], header a[href^="#"]');
    if (link && link.getAttribute('href') === location.hash) reveal();
  });
  reveal();

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
    const typing = event.target.matches('input, textarea, select');
    if (event.key === 'Escape') {
      clear();
      if (typing) event.target.blur();
      return;
    }
    if (typing) return;
    const summary = document.activeElement?.closest?.('summary');
    const does = {
      '/': () => search?.focus(),
      j: () => step(true),
      k: () => step(false),
      o: () => summary && (summary.parentElement.open = !summary.parentElement.open),
      '?': () => keys.showModal(),
    }[event.key];
    if (does) {
      event.preventDefault();
      does();
    }
  });
})();
