// The standard globals of a cell, made to fit a world whose clock is virtual. Runs once, while the
// startup snapshot is made; `now` and `random` are native.
(function (now, random) {
  "use strict";
  const { apply, construct, defineProperty, ownKeys } = Reflect;
  const Plain = globalThis.Date;
  const { UTC, parse, prototype } = Plain;
  const { toString, toTimeString } = prototype;
  const { indexOf, slice, toLowerCase, toUpperCase } = String.prototype;

  // Engines name the zone differently, or not at all.
  const unnamed = (text) => {
    const end = apply(indexOf, text, [" ("]);
    return end < 0 ? text : apply(slice, text, [0, end]);
  };
  const dates = {
    toString() {
      return unnamed(apply(toString, this, []));
    },
    toTimeString() {
      return unnamed(apply(toTimeString, this, []));
    },
    toLocaleString() {
      return unnamed(apply(toString, this, []));
    },
    toLocaleDateString() {
      return unnamed(apply(toString, this, []));
    },
    toLocaleTimeString() {
      return unnamed(apply(toString, this, []));
    },
  };

  function Date(year, month, date, hours, minutes, seconds, ms) {
    if (new.target === undefined) return unnamed(apply(toString, new Plain(now()), []));
    return construct(Plain, arguments.length === 0 ? [now()] : arguments, new.target);
  }

  const hidden = (object, key, value) =>
    defineProperty(object, key, { value, writable: true, enumerable: false, configurable: true });
  defineProperty(Date, "prototype", { value: prototype, writable: false });
  hidden(Date, "now", now);
  hidden(Date, "parse", parse);
  hidden(Date, "UTC", UTC);
  hidden(prototype, "constructor", Date);
  for (const name of ownKeys(dates)) hidden(prototype, name, dates[name]);
  hidden(globalThis, "Date", Date);
  hidden(Math, "random", random);

  // Some builds of V8 know languages, others do not. Cells have none.
  const numberText = Number.prototype.toString;
  const bigintText = BigInt.prototype.toString;
  const plain = {
    number: { toLocaleString() { return apply(numberText, this, []); } },
    bigint: { toLocaleString() { return apply(bigintText, this, []); } },
    string: {
      localeCompare(that) {
        if (this === undefined || this === null) throw new TypeError("not coercible to a string");
        const left = `${this}`;
        const right = `${that}`;
        return left < right ? -1 : left > right ? 1 : 0;
      },
      toLocaleLowerCase() { return apply(toLowerCase, this, []); },
      toLocaleUpperCase() { return apply(toUpperCase, this, []); },
    },
    array: {
      toLocaleString() {
        let text = "";
        for (let i = 0; i < this.length; i++) {
          const item = this[i];
          if (i > 0) text += ", ";
          if (item !== undefined && item !== null) text += item.toLocaleString();
        }
        return text;
      },
    },
  };
  const homes = { number: Number, bigint: BigInt, string: String, array: Array };
  for (const home of ownKeys(homes)) {
    const target = homes[home].prototype;
    for (const name of ownKeys(plain[home])) hidden(target, name, plain[home][name]);
  }

  // When garbage is collected must not show: what a weak reference points at stays.
  const Weak = globalThis.WeakSet;
  const { add } = Weak.prototype;
  class WeakRef {
    #target;
    constructor(target) {
      apply(add, new Weak(), [target]); // throws for what cannot be held weakly
      this.#target = target;
    }
    deref() {
      return this.#target;
    }
  }
  defineProperty(WeakRef.prototype, Symbol.toStringTag, { value: "WeakRef", configurable: true });
  hidden(globalThis, "WeakRef", WeakRef);

  // A zone is UTC when neither winter nor summer, long ago or lately, is off.
  const offset = (year, month) => new Plain(year, month).getTimezoneOffset();
  return [1970, 2000, 2026].every((year) => offset(year, 0) === 0 && offset(year, 6) === 0);
});
