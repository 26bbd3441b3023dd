// The slider below a board shows another moment of its game.
for (const figure of document.querySelectorAll("figure.board")) {
  const picture = figure.querySelector("img");
  figure.querySelector("input").addEventListener("input", (event) => {
    picture.src = picture.src.replace(/\d+\.svg$/, `${event.target.value}.svg`);
  });
}
