// Lexical analysis of Chinese with a network of the LAC kind: splits sentences into words and names
// their kinds.
//
//   lac_demo MODEL.nb CONF TEXT [BATCH [THREADS [REPEATS [WARMUP [POWER_MODE]]]]]
//
// CONF is the folder of dictionaries that LAC's models come with (UTF-8, fields separated by a
// tab): word.dic has lines "NUMBER CHARACTER" and one for OOV, all other characters; tag.dic
// "NUMBER TAG" with tags such as n-B, n-I and O; q2b.dic, which may be missing, "WIDE NARROW",
// characters to replace. TEXT has a sentence in each line, - is the standard input. BATCH sentences
// are analysed at once. With REPEATS, the time of a run of the last batch follows.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "paddle_api.h"

using paddle::lite_api::MobileConfig;
using paddle::lite_api::PaddlePredictor;
using paddle::lite_api::PowerMode;
using paddle::lite_api::Tensor;

namespace {

struct Dictionaries {
  std::map<std::string, int64_t> words;
  std::map<int64_t, std::string> tags;
  std::map<std::string, std::string> narrow;
  int64_t unknown_word;
};

// Calls `use` with the two fields of each line.
template <typename Use>
void ReadPairs(const std::string& path, bool needed, const Use& use) {
  std::ifstream file(path.c_str());
  if (!file && needed) throw std::runtime_error("cannot open " + path);
  std::string line;
  while (std::getline(file, line)) {
    if (!line.empty() && line[line.size() - 1] == '\r') line.erase(line.size() - 1);
    if (line.empty()) continue;
    const size_t tab = line.find('\t');
    if (tab == std::string::npos) {
      throw std::runtime_error(path + ": expected two fields and a tab between them in '" + line +
                               "'");
    }
    use(line.substr(0, tab), line.substr(tab + 1));
  }
}

int64_t Number(const std::string& text, const std::string& path) {
  char* end = NULL;
  const long long value = strtoll(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || value < 0) {
    throw std::runtime_error(path + ": expected a number, found '" + text + "'");
  }
  return value;
}

Dictionaries ReadDictionaries(const std::string& folder) {
  Dictionaries all;
  const std::string words = folder + "/word.dic", tags = folder + "/tag.dic";
  ReadPairs(words, true, [&](const std::string& number, const std::string& word) {
    all.words[word] = Number(number, words);
  });
  ReadPairs(tags, true, [&](const std::string& number, const std::string& tag) {
    all.tags[Number(number, tags)] = tag;
  });
  ReadPairs(folder + "/q2b.dic", false,
            [&](const std::string& wide, const std::string& narrow) { all.narrow[wide] = narrow; });
  if (all.words.count("OOV") == 0) throw std::runtime_error(words + " has no line for OOV");
  all.unknown_word = all.words["OOV"];
  return all;
}

// The characters of UTF-8. A byte that is not part of one counts as a character.
std::vector<std::string> Characters(const std::string& text) {
  std::vector<std::string> characters;
  for (size_t at = 0; at < text.size();) {
    const unsigned char first = static_cast<unsigned char>(text[at]);
    size_t size = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    for (size_t i = 1; i < size; ++i) {
      if (at + i >= text.size() || (static_cast<unsigned char>(text[at + i]) & 0xc0) != 0x80) {
        size = 1;
      }
    }
    characters.push_back(text.substr(at, size));
    at += size;
  }
  return characters;
}

// "nr-B" is the tag nr at the beginning of a word; "O" belongs to no word of several characters.
std::string Kind(const std::string& tag) { return tag.substr(0, tag.rfind('-')); }
bool Begins(const std::string& tag) {
  return tag.size() < 2 || tag.compare(tag.size() - 2, 2, "-I") != 0;
}

// "word/kind word/kind ..."
std::string Words(const std::vector<std::string>& characters, const int64_t* tags,
                  const Dictionaries& dictionaries) {
  std::string text, kind;
  for (size_t i = 0; i < characters.size(); ++i) {
    const std::map<int64_t, std::string>::const_iterator found = dictionaries.tags.find(tags[i]);
    const std::string tag = found == dictionaries.tags.end() ? "?" : found->second;
    if (i == 0 || Begins(tag) || Kind(tag) != kind) {
      if (i > 0) text += "/" + kind + " ";
      kind = Kind(tag);
    }
    text += characters[i];
  }
  return characters.empty() ? text : text + "/" + kind;
}

void Analyse(PaddlePredictor* predictor, const std::vector<std::string>& sentences,
             const Dictionaries& dictionaries) {
  std::vector<std::vector<std::string>> characters;
  std::vector<uint64_t> offsets(1, 0);
  std::vector<int64_t> numbers;
  for (size_t i = 0; i < sentences.size(); ++i) {
    characters.push_back(Characters(sentences[i]));
    for (size_t j = 0; j < characters.back().size(); ++j) {
      std::map<std::string, std::string>::const_iterator narrow =
          dictionaries.narrow.find(characters.back()[j]);
      const std::string& word =
          narrow == dictionaries.narrow.end() ? characters.back()[j] : narrow->second;
      const std::map<std::string, int64_t>::const_iterator found = dictionaries.words.find(word);
      numbers.push_back(found == dictionaries.words.end() ? dictionaries.unknown_word
                                                          : found->second);
    }
    offsets.push_back(numbers.size());
  }
  std::unique_ptr<Tensor> input(predictor->GetInput(0));
  input->Resize({static_cast<int64_t>(numbers.size()), 1});
  std::copy(numbers.begin(), numbers.end(), input->mutable_data<int64_t>());
  input->SetLoD({offsets});
  predictor->Run();

  std::unique_ptr<const Tensor> output(predictor->GetOutput(0));
  const std::vector<int64_t> shape = output->shape();
  int64_t count = 1;
  for (size_t i = 0; i < shape.size(); ++i) count *= shape[i];
  if (output->precision() != PRECISION(kInt64) || count != static_cast<int64_t>(numbers.size())) {
    throw std::runtime_error("the model is not of the LAC kind: expected one tag for a character");
  }
  const int64_t* tags = output->data<int64_t>();
  for (size_t i = 0; i < sentences.size(); ++i) {
    printf("%s\n", Words(characters[i], tags + offsets[i], dictionaries).c_str());
  }
}

// A positive number, or 0 if `least` is 0.
int Option(int argc, char** argv, int at, int otherwise, int least) {
  if (argc <= at) return otherwise;
  char* end = NULL;
  const long value = strtol(argv[at], &end, 10);
  if (*argv[at] == '\0' || *end != '\0' || value < least || value > 1000000) {
    throw std::runtime_error(std::string("expected a number from ") + (least == 0 ? "0" : "1") +
                             " on, found '" + argv[at] + "'");
  }
  return static_cast<int>(value);
}

int Run(int argc, char** argv) {
  if (argc < 4 || argc > 9) {
    fprintf(stderr,
            "usage: %s MODEL.nb CONF TEXT [BATCH [THREADS [REPEATS [WARMUP [POWER_MODE]]]]]\n",
            argv[0]);
    return 1;
  }
  const size_t batch = static_cast<size_t>(Option(argc, argv, 4, 1, 1));
  const int repeats = Option(argc, argv, 6, 0, 0), warmup = Option(argc, argv, 7, 0, 0);
  const Dictionaries dictionaries = ReadDictionaries(argv[2]);

  MobileConfig config;
  config.set_model_from_file(argv[1]);
  config.set_threads(Option(argc, argv, 5, 1, 1));
  config.set_power_mode(
      static_cast<PowerMode>(Option(argc, argv, 8, paddle::lite_api::LITE_POWER_NO_BIND, 0)));
  std::shared_ptr<PaddlePredictor> predictor =
      paddle::lite_api::CreatePaddlePredictor<MobileConfig>(config);

  const std::string path = argv[3];
  std::ifstream file;
  if (path != "-") {
    file.open(path.c_str());
    if (!file) throw std::runtime_error("cannot open " + path);
  }
  std::istream& text = path == "-" ? std::cin : file;
  bool ran = false;
  std::string line;
  while (text) {
    std::vector<std::string> sentences;
    while (sentences.size() < batch && std::getline(text, line)) {
      if (!line.empty() && line[line.size() - 1] == '\r') line.erase(line.size() - 1);
      if (!line.empty()) sentences.push_back(line);
    }
    if (sentences.empty()) break;
    Analyse(predictor.get(), sentences, dictionaries);
    ran = true;
  }
  if (repeats > 0 && ran) {
    for (int i = 0; i < warmup; ++i) predictor->Run();
    const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    for (int i = 0; i < repeats; ++i) predictor->Run();
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - begin;
    printf("average: %f ms\n", spent.count() / repeats);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {
    fprintf(stderr, "lac_demo: %s\n", error.what());
    return 1;
  }
}
