// Steps through the game of a page: by buttons, by keys, by taps, and by the moves of the score.
(function () {
  "use strict";
  var box = document.getElementById("stepper");
  if (!box || !box.dataset.changes) return;
  var svg = "http://www.w3.org/2000/svg";
  var data = box.dataset, first = Number(data.first), phrases = data.phrases.split("|");
  var board = box.querySelector("svg"), men = document.getElementById("men"), marks = document.getElementById("marks");
  var said = document.getElementById("said");
  var moves = data.changes.split(" ").map(function (word) {
    var squares = [], i = 0;
    for (; /[a-h]/.test(word[i]); i += 3) {
      squares.push({ at: (8 - Number(word[i + 1])) * 8 + word.charCodeAt(i) - 97, man: word[i + 2] });
    }
    return { squares: squares, words: phrases[Number(word.slice(i))] };
  });
  var positions = [data.begins.split("")];
  moves.forEach(function (move, i) {
    var next = positions[i].slice();
    move.squares.forEach(function (square) { next[square.at] = square.man; });
    positions.push(next);
  });
  var now = moves.length;

  function put(parent, name, square, attributes) {
    var node = document.createElementNS(svg, name);
    attributes.x = square % 8;
    attributes.y = Math.floor(square / 8);
    Object.keys(attributes).forEach(function (key) { node.setAttribute(key, attributes[key]); });
    parent.appendChild(node);
  }

  function words(n) {
    if (n === 0) return data.start;
    var ply = first + n - 1, white = ply % 2 === 1;
    return Math.floor((ply + 1) / 2) + (white ? ". " + data.white : "… " + data.black) + ": " + moves[n - 1].words;
  }

  function show(n, follow) {
    now = Math.max(0, Math.min(moves.length, n));
    men.textContent = "";
    marks.textContent = "";
    positions[now].forEach(function (man, square) {
      if (man !== ".") put(men, "use", square, { href: "#m" + man });
    });
    if (now > 0) {
      moves[now - 1].squares.forEach(function (square) {
        put(marks, "rect", square.at, { width: 1, height: 1, "class": (square.at + (square.at >> 3)) % 2 ? "d" : "l" });
      });
    }
    said.textContent = words(now);
    board.setAttribute("aria-label", words(now));
    var old = document.querySelector(".score .now");
    if (old) {
      old.classList.remove("now");
      old.removeAttribute("aria-current");
    }
    var row = now > 0 && document.getElementById(String(first + now - 1));
    if (row) {
      row.classList.add("now");
      row.setAttribute("aria-current", "step");
      if (follow && window.matchMedia("(min-width:60rem)").matches) row.scrollIntoView({ block: "nearest" });
    }
  }

  var ways = {
    first: function () { show(0, true); },
    back: function () { show(now - 1, true); },
    on: function () { show(now + 1, true); },
    last: function () { show(moves.length, true); }
  };
  function byPlace() {
    var n = /^#(\d+)$/.exec(location.hash);
    if (n) show(Number(n[1]) - first + 1, false);
  }

  // No line of the score in short is broken within a turn.
  var inShort = document.querySelector(".short"), turns = inShort.textContent.split(/ (?=\d+\.)/);
  inShort.textContent = "";
  turns.forEach(function (turn) {
    var span = document.createElement("span");
    span.textContent = turn;
    inShort.append(span, " ");
  });

  document.documentElement.classList.add("on");
  document.getElementById("steps").hidden = false;
  document.getElementById("keys").hidden = false;
  box.addEventListener("click", function (event) {
    var to = event.target.getAttribute("data-to");
    if (to) ways[to]();
  });
  board.addEventListener("click", function (event) {
    var place = board.getBoundingClientRect();
    (event.clientX < place.left + place.width / 2 ? ways.back : ways.on)();
  });
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    var inside = box.contains(document.activeElement);
    var way = { ArrowLeft: "back", ArrowRight: "on", Home: inside && "first", End: inside && "last" }[event.key];
    if (!way) return;
    event.preventDefault();
    ways[way]();
  });
  document.querySelector(".score ol").addEventListener("click", function (event) {
    var row = event.target.closest("li[id]");
    if (row && !event.target.closest("a")) show(Number(row.id) - first + 1, false);
  });
  window.addEventListener("hashchange", byPlace);
  byPlace();
})();
